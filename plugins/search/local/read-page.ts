import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { jsonOf, normaliseUrl } from 'weirjs'
import type { Excerpt } from 'weirjs/schemas'
import type { ScrapedPage } from '../../scrape/service.ts'
import { headingsOf, plainText } from '../text/plain-text.ts'
import { stringsOf } from '../text/strings-of.ts'
import type { IndexedPage } from './page-index.ts'
import { normalise } from './words.ts'

/**
 * The most characters of a page that are indexed: what follows hardly tells what the page is about, and costs time.
 */
export const MAX_TEXT = 30_000
const MAX_HEADINGS = 5000
const MAX_TITLE = 500
/** More of markdown and markup is read, as a part of it is not text. */
const MAX_MARKDOWN = 2 * MAX_TEXT
const MAX_MARKUP = 4 * MAX_TEXT

/** Whether a page has its text; one from the cache may have only its links or pictures. */
export const hasText = ({ excerpt, data: { markdown, html, rawHtml, text, json } }: ScrapedPage): boolean =>
  [excerpt, markdown, html, rawHtml, text, json].some((each) => each !== undefined)

/** The indexed parts of a scraped page, whatever its formats. Undefined if it has no text, or is an error page. */
export function readPage(
  { data, metadata, excerpt }: ScrapedPage,
  now: number,
): Omit<IndexedPage, 'expiresAt'> | undefined {
  if (metadata.statusCode >= 400) return undefined
  const url = new URL(metadata.url)
  const { text: beginning, headings } = excerpt ?? contentOf(data)
  const text = bounded([metadata.description, beginning].filter(Boolean).join(' '), MAX_TEXT)
  const title = bounded(metadata.title ?? metadata.headline ?? headings[0] ?? '', MAX_TITLE)
  if (text === '' && title === '') return undefined
  const more = [metadata.headline, metadata.keywords, ...headings].filter((line) => line && line !== title)
  const shown = title === '' ? url.hostname : title
  const heads = bounded([...new Set(more)].join(' \u00b7 '), MAX_HEADINGS)
  const locale = localeOf(metadata.language ?? metadata.og?.locale)
  return {
    key: normaliseUrl(url),
    url: url.href,
    host: url.hostname,
    title: shown,
    headings: heads,
    text,
    language: locale?.language ?? null,
    country: locale?.region ?? null,
    date: dateOf([metadata.article?.modifiedTime, metadata.date, metadata.article?.publishedTime], now),
    digest: createHash('sha256').update([url.href, shown, heads, text].join('\0')).digest('base64'),
  }
}

const require = createRequire(import.meta.url)
/** Loaded on demand: it loads a parser, and most pages have an excerpt. */
const loadMarkupReader = () => require('../text/read-markup.ts') as typeof import('../text/read-markup.ts')

const bounded = (text: string, most: number) => normalise(text.slice(0, most)).trim()

/** The text and headings of a page, from whichever format there is. */
function contentOf({ markdown, html, rawHtml, text, json, structured, content }: ScrapedPage['data']): Excerpt {
  if (markdown !== undefined) {
    const read = markdown.slice(0, MAX_MARKDOWN)
    return { text: plainText(read, MAX_TEXT), headings: headingsOf(read) }
  }
  const markup = (html ?? rawHtml)?.slice(0, MAX_MARKUP)
  if (markup !== undefined) {
    const read = loadMarkupReader().readMarkup(markup, MAX_TEXT)
    return { ...read, text: plainText(read.text, MAX_TEXT) }
  }
  const data = json ?? structured
  const strings = data === undefined ? content.slice(0, MAX_MARKUP) : stringsOf(jsonOf(data) ?? '', MAX_MARKUP)
  return { text: plainText(text?.slice(0, MAX_MARKUP) ?? strings, MAX_TEXT), headings: [] }
}

/** The first date that can be parsed, but never in the future. */
function dateOf(dates: readonly (string | null | undefined)[], now: number): number {
  const read = dates.map((date) => Date.parse(date ?? '')).find((time) => !Number.isNaN(time))
  return Math.min(read ?? now, now)
}

function localeOf(tag: string | null | undefined): Intl.Locale | undefined {
  try {
    return tag ? new Intl.Locale(tag.replaceAll('_', '-')) : undefined
  } catch {
    return undefined
  }
}
