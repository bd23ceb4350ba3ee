import { valueOf } from 'weirjs'
import type { Document } from '../schema/replies.ts'
import { type PageMetadata, toMetadata } from './metadata.ts'
import type { Shape } from './shape.ts'
import { Warnings } from './warnings.ts'

/** A page in Weir's format: the response to a scrape, or a result of a job. */
export interface WeirPage extends Record<string, unknown> {
  metadata: PageMetadata
  files?: readonly { type: string; url: string }[]
  warnings?: readonly string[]
}

/** The origin of a document. */
export interface Source {
  /** The requested URL. */
  url: string
  scrapeId: string
  shape: Shape
  /** The origin for relative links to files. */
  origin: string
}

/** Where each format of a document is in a page. What is JSON already stays so, as it may be long. */
const fields: Readonly<Record<Shape['fields'][number], (page: WeirPage, source: Source) => unknown>> = {
  markdown: ({ markdown }) => markdown,
  html: ({ html }) => html,
  rawHtml: ({ rawHtml }) => rawHtml,
  links: ({ links }) => links,
  images: ({ images }) => (valueOf(images) as { url: string }[] | undefined)?.map(({ url }) => url),
  attributes: ({ attributes }) => attributes,
  summary: ({ summary }) => summary,
  screenshot: ({ screenshot }, { origin }) => absolute(screenshot, origin),
  json: ({ extracted }) => extracted,
  changeTracking: ({ changeTracking }, { shape }) => showChanges(changeTracking as Changes | undefined, shape),
}

interface Changes {
  previousScrapeAt: string | null
  changeStatus: string
  visibility: string
  diff: string | null
}

function showChanges(changes: Changes | undefined, { showsDiff }: Shape) {
  if (!changes) return undefined
  const { previousScrapeAt, changeStatus, visibility, diff } = changes
  return { previousScrapeAt, changeStatus, visibility, ...(showsDiff && diff !== null && { diff: { text: diff } }) }
}

/** What is sent instead of a document that is too long. */
export const shortDocument = ({ metadata }: Document): Document => ({
  metadata,
  warning: 'The page is too long to be sent here: read it from the job',
})

/** Converts a page to a document with exactly the requested formats. */
export function toDocument(page: WeirPage, source: Source, warnings: readonly string[] = []): Document {
  const { shape } = source
  const shown = shape.fields.flatMap((field) => {
    const value = fields[field](page, source)
    const name = field === 'json' ? (shape.json ?? field) : field
    return value === undefined || value === null ? [] : [[name, value]]
  })
  const actions = showActions(page, source)
  return {
    ...Object.fromEntries(shown),
    ...(actions && { actions }),
    metadata: toMetadata(page.metadata, { ...source, stealth: shape.stealth }),
    ...Warnings.field([...warnings, ...(page.warnings ?? [])]),
  }
}

interface ActionResult {
  type: string
  value?: unknown
}

/** The results of the page's actions. */
function showActions({ metadata, files = [] }: WeirPage, { shape, origin }: Source) {
  const done = metadata.actions as ActionResult[] | undefined
  if (!done) return undefined
  const pictures = files.filter(({ type }) => type === 'screenshot').map(({ url }) => absolute(url, origin))
  const returns = done.filter(({ type }) => type === 'executeJavascript')
  return {
    // The first screenshot is the page's own, if that was requested.
    screenshots: shape.fields.includes('screenshot') ? pictures.slice(1) : pictures,
    scrapes: done.filter(({ type }) => type === 'scrape').map(({ value }) => value),
    javascriptReturns: returns.map(({ value = null }) => ({ type: value === null ? 'null' : typeof value, value })),
    pdfs: [],
  }
}

const absolute = (link: unknown, origin: string) =>
  typeof link === 'string' && link.startsWith('/') ? `${origin}${link}` : link
