import { type EngineContext, permitFor, valueOf } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { extractorOf } from '../documents/extractor-of.ts'
import { lookAt, MOST_BYTES, type PageLook, SHOWN } from './app-shell/is-script-shell.ts'
import { FIRST_BYTES, showsText } from './app-shell/survey-page.ts'
import type { Converted, Sniffed, Source } from './converted.ts'
import { readUntrusted } from './sandbox/read-document.ts'
import { sniff } from './sniff/sniff.ts'
import { threads } from './threads/index.ts'

export { checkSelectors } from './clean/select.ts'
export type { Converted, Source } from './converted.ts'

/** For whom a page is converted: until when they wait, and whose turn it takes. */
export type ConvertContext = Partial<Pick<EngineContext, 'signal' | 'account' | 'priority' | 'yieldToEventLoop'>>

/** A document that another process has read is that process's words alone. */
const NOTHING = new Uint8Array()

/**
 * A page or document in the formats that were asked for. What it is, its bytes tell before its server does; a document
 * that could harm is read in a process of its own; the formats are made on a thread, so that nobody else waits
 * meanwhile. Throws ApiError `invalid_options` for a selector that is none, `scraping_failed` for what cannot be read,
 * with `unsupported_type` as its reason where there is no reader, and the signal's reason where that is aborted.
 *
 * `json` and `structured` come as JsonText, as an answer takes them.
 */
export async function convertToText(
  source: Source,
  options: ContentOptions,
  context: ConvertContext = {},
): Promise<Converted> {
  const permit = permitFor(context)
  const kind = sniff(source.body, source.headers.get('content-type'), source.url)
  const sniffed: Sniffed = { ...source, ...kind }
  const extractor = extractorOf(sniffed)
  if (extractor === undefined) return threads.read({ source: sniffed, options }, permit)
  const hints = { mime: sniffed.mime, url: sniffed.url.href }
  const document = { name: extractor, bytes: sniffed.body, hints }
  return readUntrusted(document, permit, (written, release) =>
    threads.read({ source: { ...sniffed, body: NOTHING }, options, written }, permit, release),
  )
}

/**
 * The same with `json` and `structured` as what they say.
 *
 * @example
 * const { markdown } = await convert({ url, headers, body }, { ...options, formats: new Set(['markdown']) })
 */
export async function convert(...given: Parameters<typeof convertToText>): Promise<Converted> {
  const { json, structured, ...converted } = await convertToText(...given)
  return {
    ...converted,
    ...(json !== undefined && { json: valueOf(json) }),
    ...(structured !== undefined && { structured: valueOf(structured) }),
  }
}

/**
 * What a page shows of itself. Most tell by their beginning; a long one that does not is read on a thread. Throws as
 * `convert`.
 */
export async function look(page: Uint8Array, context: ConvertContext = {}): Promise<PageLook> {
  // No more than that is a matter of a moment, and what is too long for a shell is not looked at.
  if (page.byteLength <= FIRST_BYTES || page.byteLength > MOST_BYTES) return lookAt(page)
  return showsText(page) ? SHOWN : threads.look(page, permitFor(context))
}
