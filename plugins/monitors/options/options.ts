import { ApiError, isApiError, renameParameter } from 'weirjs'
import { type ContentFormat, contentFormats } from 'weirjs/schemas'
import type { PageOptions, ScrapeBody, Scraper } from '../../scrape/service.ts'
import { IgnorePatterns } from '../compare/patterns.ts'
import { type MonitorOptions, type NotifierTargets, optionNames } from '../schema.ts'

/** Options that can change without a new baseline. */
const LEAVE_SNAPSHOTS = ['threshold', 'notifications', 'priority'] as const

/** The settings for the runs of a monitor. */
export interface Settings {
  page: PageOptions
  detectChanges: boolean
  /** The share of the text that must change, 0 to 1. */
  threshold: number
  ignore: readonly string[]
  /** Whether the page may be fetched again to see what changes by itself: not with actions, scripts or extraction. */
  mayLookAgain: boolean
}

/** Removes unknown options: they have no effect, and a misspelt one might contain a secret. */
export function knownOptions(options: MonitorOptions, targets: NotifierTargets): MonitorOptions {
  const only = <T extends object>(value: T, isKnown: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => isKnown(name))) as T
  const known = only(options, (name) => optionNames.has(name))
  if (!known.notifications) return known
  return { ...known, notifications: only(known.notifications, (name) => Object.hasOwn(targets, name)) }
}

const isContent = (format: string) => (contentFormats as readonly string[]).includes(format)

/** The scrape of the current page, in a format that can be compared. */
function toScrapeBody(options: MonitorOptions): ScrapeBody {
  const { selector = '', ignore: _, threshold: __, detectChanges: ___, notifications: ____, ...page } = options
  const formats = page.formats ?? [page.format ?? 'markdown']
  const extracts = formats.includes('extract') || page.extract !== undefined || page.agent !== undefined
  return {
    ...page,
    onlyMainContent: page.onlyMainContent ?? selector === '',
    formats: extracts || formats.some(isContent) ? formats : ['markdown' satisfies ContentFormat, ...formats],
    ...(selector !== '' && { includeTags: [...(page.includeTags ?? []), selector] }),
    maxAge: 0,
  }
}

/** Reads validated options. Throws 400 `invalid_request` for errors that a schema cannot express. */
export function readSettings(options: MonitorOptions, scraper: Scraper): Settings {
  const { detectChanges = true, threshold = 0, ignore = [], actions, executeJS } = options
  try {
    const page = scraper.read(toScrapeBody(options))
    return {
      page,
      detectChanges,
      threshold: threshold > 1 ? threshold / 100 : threshold,
      ignore,
      mayLookAgain: !actions?.length && executeJS === undefined && page.extract === undefined,
    }
  } catch (error) {
    throw asInvalidRequest(error, options)
  }
}

/** Checks options as far as possible before a run. Returns warnings. */
export function checkOptions(options: MonitorOptions, scraper: Scraper): string[] {
  const { page, ignore } = readSettings(options, scraper)
  new IgnorePatterns(ignore)
  try {
    scraper.check(page)
  } catch (error) {
    throw asInvalidRequest(error, options)
  }
  return [
    ...(page.formats.includes('changeTracking')
      ? ['options: changeTracking is ignored, because a monitor reports changes itself']
      : []),
    ...(options.maxAge ? ['options: maxAge is ignored, because a monitor always fetches the page'] : []),
  ]
}

/** Converts errors of scrape: monitors have a single code, and other parameter names. Source: decisions 1.7. */
function asInvalidRequest(error: unknown, { selector, includeTags }: MonitorOptions): unknown {
  if (!isApiError(error) || error.status !== 400) return error
  const { parameter } = error.details
  const isSelector = parameter === 'includeTags' && selector && !includeTags?.length
  const { message, details } =
    typeof parameter === 'string' ? renameParameter(error, `options.${isSelector ? 'selector' : parameter}`) : error
  return new ApiError('invalid_request', message, details, { cause: error })
}

/** Whether a change of options needs a new baseline. */
export function startsOver(before: MonitorOptions, after: MonitorOptions): boolean {
  const watched = (options: MonitorOptions) =>
    JSON.stringify(
      Object.entries(options)
        .filter(([name, value]) => value !== undefined && !(LEAVE_SNAPSHOTS as readonly string[]).includes(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return watched(before) !== watched(after)
}
