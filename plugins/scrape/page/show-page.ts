import { isOfConnection, jsonOf, type NewFile, type PageRequest } from 'weirjs'
import { textFormats } from 'weirjs/schemas'
import type { Converted } from '../../content/service.ts'
import type { PageOptions } from '../options/page-options.ts'
import type { Picture } from '../price.ts'
import type { MadeByModel } from './model-formats.ts'
import type { ScrapedPage } from './scraper.ts'
import type { VisitedPage } from './visit.ts'

const textual: ReadonlySet<string> = new Set(textFormats)

/** The requested formats of a page. Those in `unasked` were made only for a model. */
export function dataOf(
  converted: Converted,
  asked: PageOptions['formats'],
  { unasked, made }: { unasked: ReadonlySet<string>; made: MadeByModel['made'] | undefined },
): ScrapedPage['data'] {
  const shown = { ...without(formatsOf(converted), unasked), ...made }
  return { content: contentOf(asked, shown), ...shown }
}

/** `content`: the first requested text format, or the first of the others as JSON. */
function contentOf(formats: readonly string[], converted: Readonly<Record<string, unknown>>): string {
  const given = formats.filter((format) => converted[format] !== undefined)
  const first = given.find((format) => textual.has(format)) ?? given[0]
  const value = first === undefined ? '' : converted[first]
  return typeof value === 'string' ? value : (jsonOf(value) ?? '')
}

/** The formats of a converted page, without its other fields. */
function formatsOf(converted: Converted) {
  const { metadata: _metadata, parserName: _parserName, contentSource: _contentSource, ...rest } = converted
  const { pageCount: _pageCount, transcriptAvailable: _available, excerpt: _excerpt, ofSite: _ofSite, ...more } = rest
  const { captions: _captions, warnings: _warnings, forModel: _forModel, ...formats } = more
  return formats
}

/** Removes the formats that were made only for an extraction. */
const without = <T extends object>(made: T, unasked: ReadonlySet<string>): T =>
  unasked.size === 0 ? made : (Object.fromEntries(Object.entries(made).filter(([name]) => !unasked.has(name))) as T)

/** The metadata of a page. */
export function metadataOf(page: VisitedPage, { includeMetadata }: PageOptions, time: number): ScrapedPage['metadata'] {
  const { metadata, parserName, contentSource, pageCount, transcriptAvailable } = page.converted
  return {
    url: page.url.href,
    statusCode: page.status,
    contentType: page.headers.get('content-type'),
    extractedAt: new Date().toISOString(),
    processingTime: Math.round(time),
    ...(includeMetadata && {
      ...metadata,
      engine: page.engine,
      parserName,
      contentSource,
      ...(pageCount !== undefined && { pageCount }),
      ...(transcriptAvailable !== undefined && { transcriptAvailable }),
      trace: page.trace,
    }),
    // Asked for by parameters of their own, and returned nowhere else.
    ...(page.actions && { actions: page.actions.map(({ screenshot: _, ...result }) => result) }),
    ...(page.script !== undefined && { executeJS: page.script }),
  }
}

/** The files that were made of a page. */
export function filesOf({ screenshot, pdf, actions = [] }: VisitedPage): NewFile[] {
  const pictures = [screenshot, ...actions.map((action) => action.screenshot)].filter((bytes) => bytes !== undefined)
  return [
    ...pictures.map((bytes) => ({ type: 'screenshot', mediaType: 'image/png', bytes })),
    ...(pdf ? [{ type: 'pdf', mediaType: 'application/pdf', bytes: pdf }] : []),
  ]
}

/** The pictures that were requested but could not be made. */
export const lackingPictures = ({ request }: PageOptions, page: VisitedPage): Picture[] =>
  (['screenshot', 'pdf'] as const).filter((name) => request[name] && page[name] === undefined)

/** Warnings about what was requested but could not be done. */
export function warningsOf(request: PageRequest, lacking: readonly Picture[]): string[] {
  const why = 'it is a file, which the browser does not render'
  const ofPictures = lacking.map((name) => `There is no ${name === 'pdf' ? 'PDF' : name} of the page: ${why}`)
  return [...exitWarnings(request), ...headerWarnings(request), ...ofPictures]
}

/** The warning if no proxy has its exit in the requested country. */
function exitWarnings({ proxy, location }: PageRequest): string[] {
  const country = location?.country?.toUpperCase()
  if (!proxy || !country || proxy.country === country) return []
  return [`No proxy of this server is known to exit in ${country}: the page was requested through another one`]
}

/** The warnings about headers that callers cannot set. */
const headerWarnings = ({ headers }: PageRequest): string[] =>
  [...(headers?.keys() ?? [])]
    .filter(isOfConnection)
    .map((name) => `headers: ${name.slice(0, 100)} was not sent because it belongs to the connection`)

/** Whether a page is free: it failed, or shows nothing and nothing else was made of it. */
export const isFree = (page: VisitedPage): boolean => page.status >= 500 || (page.isEmpty && !isMoreThanText(page))

/** Whether there is something to pay for besides the page's text. */
const isMoreThanText = ({ screenshot, pdf, actions, script }: VisitedPage): boolean =>
  screenshot !== undefined || pdf !== undefined || actions !== undefined || script !== undefined
