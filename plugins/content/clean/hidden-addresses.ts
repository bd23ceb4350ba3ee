import { attr, type Element, isElement, TEXT, type Tree } from '../tree/index.ts'

/** Cloudflare's placeholders for e-mail addresses, which its script decodes. */
const MARKS = ['/cdn-cgi/l/email-protection', 'data-cfemail']
/** The most hexadecimal digits of an address; a mail link with a text has some hundreds. */
const MAX_LENGTH = 4000

/** The most nodes of a placeholder. */
const MAX_NODES = 16

/**
 * Decodes the e-mail addresses that Cloudflare hides from robots, in texts and links, as its script does in a
 * browser. The bytes of the page are searched first, which takes a third of the time of searching its text; nearly
 * all pages contain none. A page in UTF-16 is not changed.
 */
export const revealAddresses = ({ nodes }: Tree, page: Uint8Array): void => {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength)
  if (!MARKS.some((mark) => bytes.includes(mark))) return
  for (const node of nodes) if (isElement(node) && node.attrs.length > 0) reveal(node, nodes)
}

const reveal = (element: Element, nodes: Tree['nodes']): void => {
  const hidden = attr(element, 'data-cfemail')
  const text = hidden === null ? null : decodeAddress(hidden)
  if (text !== null) replaceText(element, text, nodes)
  if (element.name !== 'a') return
  const [path, digits] = (attr(element, 'href') ?? '').split('#', 2)
  if (!path?.includes(MARKS[0]!)) return
  const address = digits ? decodeAddress(digits) : text
  if (address === null) return
  const name = address.split('?', 1)[0]!
  if (name !== '' && isPlaceholder(element, nodes)) replaceText(element, name, nodes)
  // Names and values alternate.
  const at = element.attrs.findIndex((name, i) => i % 2 === 0 && name === 'href')
  element.attrs = element.attrs.with(at + 1, `mailto:${address}`)
}

/** Whether an element is a placeholder of Cloudflare without the attribute by which its script finds it. */
const isPlaceholder = ({ id, end }: Element, nodes: Tree['nodes']): boolean => {
  if (end - id > MAX_NODES) return false
  let text = ''
  for (let at = id + 1; at <= end; at++) {
    const node = nodes[at]!
    if (node.kind === TEXT) text += node.data
  }
  return /^\s*\[email\s+protected\]\s*$/.test(text)
}

/** Makes `text` the whole text of an element. */
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

/** Decodes an address, in which each byte is XORed with the first. Null if the result is no address. */
const decodeAddress = (digits: string): string | null => {
  if (digits.length > MAX_LENGTH || !/^(?:[\da-f]{2}){2,}$/i.test(digits)) return null
  const [key, ...bytes] = Buffer.from(digits, 'hex')
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte ^ key!))
  return /^(?:[^\s<>]{1,200}@|\?)/.test(text) ? text : null
}
