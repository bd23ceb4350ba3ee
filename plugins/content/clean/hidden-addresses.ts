import { attr, type Element, isElement, TEXT, type Tree } from '../tree/index.ts'

/** What Cloudflare writes in place of e-mail addresses, until its script reads them. */
const MARKS = ['/cdn-cgi/l/email-protection', 'data-cfemail']
/** Hexadecimal digits of an address; a link to write a mail with a text has some hundreds. */
const MAX_LENGTH = 4000

/** Nodes of what stands for an address. */
const MAX_NODES = 16

/**
 * Puts the e-mail addresses in their places that Cloudflare hides from robots, as its script does in a browser: as
 * texts and as links. The bytes of the page tell nearly all pages apart that have none: they are searched in a third
 * of the time that its text takes. A page in UTF-16 stays as it is.
 */
export const revealAddresses = ({ nodes }: Tree, page: Uint8Array): void => {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength)
  if (!MARKS.some((mark) => bytes.includes(mark))) return
  for (const node of nodes) if (isElement(node) && node.attrs.length > 0) reveal(node, nodes)
}

const reveal = (element: Element, nodes: Tree['nodes']): void => {
  const hidden = attr(element, 'data-cfemail')
  const text = hidden === null ? null : decoded(hidden)
  if (text !== null) replaceText(element, text, nodes)
  if (element.name !== 'a') return
  const [path, digits] = (attr(element, 'href') ?? '').split('#', 2)
  if (!path?.includes(MARKS[0]!)) return
  const address = digits ? decoded(digits) : text
  if (address === null) return
  const name = address.split('?', 1)[0]!
  if (name !== '' && isStandIn(element, nodes)) replaceText(element, name, nodes)
  // Names and values alternate.
  const at = element.attrs.findIndex((name, i) => i % 2 === 0 && name === 'href')
  element.attrs = element.attrs.with(at + 1, `mailto:${address}`)
}

/** What Cloudflare writes in place of an address, without the element by which its script knows it. */
const isStandIn = ({ id, end }: Element, nodes: Tree['nodes']): boolean => {
  if (end - id > MAX_NODES) return false
  let text = ''
  for (let at = id + 1; at <= end; at++) {
    const node = nodes[at]!
    if (node.kind === TEXT) text += node.data
  }
  return /^\s*\[email\s+protected\]\s*$/.test(text)
}

/** The first text within an element becomes all of it. */
const replaceText = ({ id, end }: Element, text: string, nodes: Tree['nodes']): void => {
  if (end - id > MAX_NODES) return
  let left = text
  for (let at = id + 1; at <= end; at++) {
    const node = nodes[at]!
    if (node.kind !== TEXT) continue
    node.data = left
    left = ''
  }
}

/** Each byte is written as its exclusive or with the first. Null for what is not an address. */
const decoded = (digits: string): string | null => {
  if (digits.length > MAX_LENGTH || !/^(?:[\da-f]{2}){2,}$/i.test(digits)) return null
  const [key, ...bytes] = Buffer.from(digits, 'hex')
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte ^ key!))
  return /^(?:[^\s<>]{1,200}@|\?)/.test(text) ? text : null
}
