import { escapeHtml, TextBuilder } from '../../content/sandbox-toolkit.ts'

/** Escapes text for HTML, and drops control characters, which HTML does not allow. */
export const escape = (text: string): string => escapeHtml(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''))

/** Attributes by name. Undefined ones are not written. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

const attributesOf = (attributes: Attributes): string => {
  let text = ''
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) text += ` ${name}="${escape(String(value))}"`
  }
  return text
}

/** An element. `inner`: its content as HTML. */
export const tag = (name: string, inner: string, attributes: Attributes = {}): string =>
  `${startTag(name, attributes)}${inner}</${name}>`

/** The start tag of an element, which is all there is of a void element. */
export const startTag = (name: string, attributes: Attributes = {}): string => `<${name}${attributesOf(attributes)}>`

/** Whether HTML has no text, image or formula. */
export const isBlank = (html: string): boolean => {
  if (/<(?:img|math|hr)\b/.test(html)) return false
  for (const text of textsOf(html)) if (text.trim() !== '') return false
  return true
}

/** The text of HTML. Entities are not decoded. */
export const withoutTags = (html: string): string => {
  const text = new TextBuilder()
  for (const each of textsOf(html)) text.add(each)
  return text.toString()
}

/** The text between the tags. */
function* textsOf(html: string): Generator<string> {
  let from = 0
  for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', from)) {
    const end = html.indexOf('>', start)
    // Without another `>`, this and everything after it is not a tag.
    if (end < 0) break
    yield html.slice(from, start)
    from = end + 1
  }
  yield html.slice(from)
}

/** Maximum length of a link, as any number of texts may share one. Longer addresses are refused everywhere. */
export const MAX_LINK = 8192

/** The target of a link if it may be kept. Links to files on the author's disk are dropped. */
export const linkOf = (href: string): string | undefined => {
  if (href.length > MAX_LINK) return undefined
  const trimmed = href.trim()
  return /^(?:https?|mailto|ftp|tel):/i.test(trimmed) || trimmed.startsWith('#') ? trimmed : undefined
}

/** HTML without white space and line breaks at either end. */
export const trimmed = (html: string): string => {
  let inner = html.trim()
  while (inner.startsWith('<br>')) inner = inner.slice(4).trimStart()
  while (inner.endsWith('<br>')) inner = inner.slice(0, -4).trimEnd()
  return inner
}

/** The content of a paragraph if that is the whole HTML, otherwise the HTML unchanged. */
export const onlyParagraph = (html: string): string => {
  if (!html.startsWith('<p>') || !html.endsWith('</p>')) return html
  const inner = html.slice(3, -4)
  return inner.includes('<p>') || inner.includes('</p>') ? html : inner
}
