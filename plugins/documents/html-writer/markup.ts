import { escapeHtml, TextBuilder } from '../../content/sandbox-toolkit.ts'

/** Text as HTML shows it; without the control characters that HTML has no place for. */
export const escape = (text: string): string => escapeHtml(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''))

/** Attributes by their names; those that are undefined are not written. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

const attributesOf = (attributes: Attributes): string => {
  let text = ''
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) text += ` ${name}="${escape(String(value))}"`
  }
  return text
}

/** An element; `inner` is markup already. */
export const tag = (name: string, inner: string, attributes: Attributes = {}): string =>
  `${startTag(name, attributes)}${inner}</${name}>`

/** The start tag of an element: all of one that has no content. */
export const startTag = (name: string, attributes: Attributes = {}): string => `<${name}${attributesOf(attributes)}>`

/** Whether markup says nothing: no text, no picture, no formula. */
export const isBlank = (html: string): boolean => {
  if (/<(?:img|math|hr)\b/.test(html)) return false
  for (const text of textsOf(html)) if (text.trim() !== '') return false
  return true
}

/** The text of some markup, its entities as they are. */
export const withoutTags = (html: string): string => {
  const text = new TextBuilder()
  for (const each of textsOf(html)) text.add(each)
  return text.toString()
}

/** What stands between the tags. */
function* textsOf(html: string): Generator<string> {
  let from = 0
  for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', from)) {
    const end = html.indexOf('>', start)
    // A tag that nothing ends is not a tag, nor are those behind it.
    if (end < 0) break
    yield html.slice(from, start)
    from = end + 1
  }
  yield html.slice(from)
}

/** Addresses that a link in a document may lead to; not to a file on its author's disk. */
export const linkOf = (href: string): string | undefined => {
  const trimmed = href.trim()
  return /^(?:https?|mailto|ftp|tel):/i.test(trimmed) || trimmed.startsWith('#') ? trimmed : undefined
}

/** Without white space and line breaks around it. */
export const trimmed = (html: string): string => {
  let inner = html.trim()
  while (inner.startsWith('<br>')) inner = inner.slice(4).trimStart()
  while (inner.endsWith('<br>')) inner = inner.slice(0, -4).trimEnd()
  return inner
}

/** What stands in a paragraph that is all there is; else what there is. */
export const onlyParagraph = (html: string): string => {
  if (!html.startsWith('<p>') || !html.endsWith('</p>')) return html
  const inner = html.slice(3, -4)
  return inner.includes('<p>') || inner.includes('</p>') ? html : inner
}
