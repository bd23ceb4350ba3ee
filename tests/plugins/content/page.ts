import type { PageMetadata } from 'weirjs/schemas'
import { readMetadata } from '../../../plugins/content/metadata/index.ts'
import { parse } from '../../../plugins/content/tree/index.ts'

export const pageUrl = new URL('https://news.example.org/2024/03/kettles.html')

/** A page with this head and body, at `pageUrl`. */
export const pageOf = (head: string, body = '', html = ' lang="en"') =>
  `<!doctype html><html${html}><head>${head}</head><body>${body}</body></html>`

/** The metadata of a page's markup. */
export const metadataOf = (html: string, headers: Record<string, string> = {}, url = pageUrl): PageMetadata =>
  readMetadata(parse(html), {
    url,
    headers: new Headers(headers),
    markupLength: html.length,
    now: Date.UTC(2026, 5, 1),
  })

/** Sentences of some length, so that a page has content. */
export const prose = (sentences: number) =>
  Array.from({ length: sentences }, (_, at) => `Kettle number ${at + 1} boils its water in about three minutes.`).join(
    ' ',
  )
