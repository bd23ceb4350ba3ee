import { decodeHTMLStrict } from 'entities/decode'
import { absoluteUrl, escapeHtml, isoTime, parse, toText } from '../../content/toolkit.ts'
import type { Enclosure } from './model.ts'

/** Text on one line; null for none. */
export const lineOf = (text: string | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null

/** A title or the like of RSS, which nothing says is text or HTML: its tags stay, its entities are read. */
export const lineOfEither = (text: string | undefined): string | null => lineOf(text && decodeHTMLStrict(text))

/** Text in which white space may count, such as HTML; null for none. */
export const trimmedOf = (text: string | undefined): string | null => text?.trim() || null

/** A date as ISO 8601 where it can be read, else as it is given. */
export const timeOf = (date: string | undefined): string | null => {
  const text = lineOf(date)
  return text && (isoTime(text) ?? text)
}

/** The text that HTML shows, on one line. */
export const lineOfHtml = (html: string): string | null => {
  const tree = parse(html)
  const marks = new Uint8Array(tree.nodes.length)
  const base = new URL('about:blank')
  return lineOf(toText({ tree, base, marks, roots: [tree.body], contentSource: 'body' }))
}

/** What only HTML has: the end of an element that text is set in, or a line break. */
const MARKUP = /<\/(?:a|b|i|p|em|strong|span|div|ul|ol|li|h[1-6])>|<br *\/?>/i

/** What a channel of RSS says of itself, on one line: text, or HTML where it has ends of elements. */
export const lineOfDescription = (text: string | undefined): string | null =>
  text !== undefined && MARKUP.test(text) ? lineOfHtml(text) : lineOfEither(text)

/** HTML that shows a plain text as it stands, with its lines and its paragraphs. */
export const htmlOfText = (text: string): string => {
  const paragraphs = text
    .trim()
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => escapeHtml(paragraph.trim()).replaceAll('\n', '<br>'))
    .filter((paragraph) => paragraph !== '')
  return paragraphs.length > 1 ? paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('') : (paragraphs[0] ?? '')
}

/** Names of authors, each once. */
export const namesOf = (authors: readonly { name?: string }[] | undefined): string | null =>
  [...new Set((authors ?? []).flatMap(({ name }) => lineOf(name) ?? []))].join(', ') || null

/** An attachment; none where it has no address. */
export const enclosureOf = (
  base: string,
  { url, type, length }: { url?: string; type?: string; length?: number },
): Enclosure[] => {
  const absolute = absoluteUrl(url, base)
  const isWhole = length !== undefined && Number.isSafeInteger(length) && length >= 0
  return absolute === null ? [] : [{ url: absolute, type: type ?? null, length: isWhole ? length : null }]
}
