import { decodeHTMLStrict } from 'entities/decode'
import { escapeHtml, isoTime, parse, toText } from '../../content/toolkit.ts'
import type { Addresses } from './addresses.ts'
import type { Enclosure } from './model.ts'

/** Text on one line; null if there is none. */
export const lineOf = (text: string | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null

/** A title or similar in RSS, which may be text or HTML: tags stay, entities are decoded. */
export const lineOfEither = (text: string | undefined): string | null => lineOf(text && decodeHTMLStrict(text))

/** Text whose inner white space may matter, such as HTML; null if there is none. */
export const trimmedOf = (text: string | undefined): string | null => text?.trim() || null

/** A date as ISO 8601, or unchanged if it cannot be parsed. */
export const timeOf = (date: string | undefined): string | null => {
  const text = lineOf(date)
  return text && (isoTime(text) ?? text)
}

/** The visible text of HTML, on one line. */
export const lineOfHtml = (html: string): string | null => {
  const tree = parse(html)
  const marks = new Uint8Array(tree.nodes.length)
  const base = new URL('about:blank')
  return lineOf(toText({ tree, base, marks, roots: [tree.body], contentSource: 'body' }))
}

/** Markup by which HTML is recognised: a common end tag, or a line break. */
const MARKUP = /<\/(?:a|b|i|p|em|strong|span|div|ul|ol|li|h[1-6])>|<br *\/?>/i

/** The description of an RSS channel on one line, which may be text or HTML. */
export const lineOfDescription = (text: string | undefined): string | null =>
  text !== undefined && MARKUP.test(text) ? lineOfHtml(text) : lineOfEither(text)

/** HTML for a plain text that keeps its lines and paragraphs. */
export const htmlOfText = (text: string): string => {
  const paragraphs = text
    .trim()
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => escapeHtml(paragraph.trim()).replaceAll('\n', '<br>'))
    .filter((paragraph) => paragraph !== '')
  return paragraphs.length > 1 ? paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('') : (paragraphs[0] ?? '')
}

/** The names of authors, without duplicates. */
export const namesOf = (authors: readonly { name?: string }[] | undefined): string | null =>
  [...new Set((authors ?? []).flatMap(({ name }) => lineOf(name) ?? []))].join(', ') || null

/** An attachment, unless it has no address. */
export const enclosureOf = (
  addresses: Addresses,
  { url, type, length }: { url?: string; type?: string; length?: number },
): Enclosure[] => {
  const absolute = addresses.of(url)
  const isWhole = length !== undefined && Number.isSafeInteger(length) && length >= 0
  return absolute === null ? [] : [{ url: absolute, type: type ?? null, length: isWhole ? length : null }]
}
