import { Room } from '../budget.ts'
import { CUT, HIDDEN } from '../clean/visibility.ts'
import { candidates, isPixel } from '../links/image.ts'
import { TextBuilder } from '../text-builder.ts'
import { attr, type Element, type Node, parse, TEXT, tokens, VOID } from '../tree/index.ts'
import type { View } from '../view/view.ts'
import type { WriteAddress } from './address.ts'

export interface HtmlOptions {
  removeScripts: boolean
  removeStyles: boolean
  includeLinks: boolean
  includeImages: boolean
  /** Whether to remove tracking pixels. */
  removePixels: boolean
  /** Whether to remove what a browser does not show. */
  removeHidden: boolean
  /** Whether to write the whole document with its head, instead of the view's roots alone. */
  document: boolean
  /** Maps a URL of the page to the one that is written. */
  address: WriteAddress
}

/** Elements whose text is written unescaped, because parsers decode no references or tags in it. */
const raw = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])
/** Elements whose first line break parsers drop. */
const dropsBreak = new Set(['pre', 'textarea', 'listing'])
const images = new Set(['amp-img', 'img', 'picture', 'svg'])
/** Attributes whose value is a single URL. */
const addresses = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'cite',
  'background',
  'longdesc',
  'manifest',
  'xlink:href',
  'data-src',
  'data-original',
  'data-lazy-src',
])
/** Attributes by which a drawing changes an attribute, such as the address of a link; `values` is a list. */
const animations = new Set(['from', 'to', 'by', 'values'])
const addressSets = new Set(['srcset', 'imagesrcset', 'data-srcset', 'data-lazy-srcset'])

/** Characters of the longest escape: `&quot;`. */
const MAX_ESCAPE = 6

/** An attribute name that parsers read back unchanged. */
const writable = /^[^\s"'<>/=\0]+$/
const script = /^[\s\0-\x1f]*(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i

/**
 * Writes a view as HTML: escaped, well-formed, without what was cut. Ends when the room is full, with open elements
 * closed. Source: the HTML standard, section 13.3.
 */
export const toHtml = (view: View, options: HtmlOptions, room = new Room(Number.POSITIVE_INFINITY)): string =>
  new HtmlWriter(view, options, room).run()

/** Writes the document of a frame. */
function toFrame(srcdoc: string, { base }: View, options: HtmlOptions): string {
  const tree = parse(srcdoc)
  const marks = new Uint8Array(tree.nodes.length)
  const view: View = { tree, base, marks, roots: [tree.body], contentSource: 'body' }
  return new HtmlWriter(view, { ...options, document: true }, new Room(Number.POSITIVE_INFINITY), true).run()
}

const hasScript = (name: string, value: string) =>
  name.startsWith('on') ||
  (addresses.has(name) && script.test(value)) ||
  (animations.has(name) && value.split(';').some((each) => script.test(each)))

class HtmlWriter {
  readonly #view: View
  readonly #options: HtmlOptions
  readonly #room: Room
  readonly #gone: number
  readonly #isFrame: boolean
  readonly #html = new TextBuilder()
  /** Whether a line break between roots is due before the next output. */
  #break = false

  constructor(view: View, options: HtmlOptions, room: Room, isFrame = false) {
    this.#view = view
    this.#isFrame = isFrame
    this.#room = room
    this.#gone = options.removeHidden ? CUT | HIDDEN : CUT
    this.#options = options
  }

  run(): string {
    const { tree, roots } = this.#view
    if (this.#options.document) {
      if (tree.doctype !== null) this.#add(`<!doctype ${tree.doctype.replaceAll('>', '')}>\n`)
      this.#write(tree.html)
      return this.#html.toString()
    }
    for (const root of roots) {
      this.#break = this.#html.length > 0
      // The body of a narrowed page only contains the parts that are left.
      if (root === tree.body) this.#children(root)
      else this.#write(root)
    }
    return this.#html.toString()
  }

  /** Adds a piece of markup if there is room for it and for the `behind` characters that must follow. */
  #add(markup: string, behind = 0): boolean {
    if (!this.#room.take(markup.length + behind + (this.#break ? 1 : 0))) return false
    if (this.#break) {
      this.#html.add('\n')
      this.#break = false
    }
    this.#html.add(markup)
    return true
  }

  /** Adds as much of a text as there is room for; does not split an escape or a character. */
  #addText(text: string, escape: (text: string) => string): void {
    const { left } = this.#room
    // One character more than fits, so that the room becomes full.
    const escaped = escape(text.length > left ? text.slice(0, left + 1) : text)
    if (this.#add(escaped)) return
    const cut = escaped.slice(0, Math.max(0, left - 1)).toWellFormed()
    const escapeAt = cut.lastIndexOf('&')
    const endsWithin = escapeAt >= Math.max(0, cut.length - MAX_ESCAPE) && !cut.includes(';', escapeAt)
    this.#html.add(endsWithin ? cut.slice(0, escapeAt) : cut)
  }

  #children(parent: Element): void {
    for (let node = parent.first; node !== null; node = node.next) this.#write(node)
  }

  #write(node: Node): void {
    if (this.#room.isFull || (this.#view.marks[node.id]! & this.#gone) !== 0) return
    if (node.kind === TEXT) {
      this.#addText(node.data, escapeText)
      return
    }
    if (this.#isOmitted(node)) return
    const { name } = node
    if ((name === 'a' && !this.#options.includeLinks) || !writable.test(name)) {
      this.#children(node)
      return
    }

    const isVoid = (node.tag.flags & VOID) !== 0
    const end = isVoid ? '' : `</${name}>`
    if (!this.#add(`<${name}${this.#attributes(node)}>`, end.length)) return
    if (isVoid) return
    if (raw.has(name)) this.#rawText(node)
    else {
      if (dropsBreak.has(name) && node.first?.kind === TEXT && node.first.data.startsWith('\n')) this.#add('\n')
      this.#children(node)
    }
    this.#html.add(end)
  }

  #isOmitted(element: Element): boolean {
    const { removeScripts, removeStyles, includeImages, removePixels } = this.#options
    const { name } = element
    if (name === 'script') return removeScripts
    if (name === 'style') return removeStyles
    if (name === 'img' && removePixels && isPixel(element)) return true
    if (images.has(name)) return !includeImages
    if (name !== 'link') return false
    const rel = tokens(element, 'rel')
    const as = attr(element, 'as')?.toLowerCase()
    if (removeStyles && (rel.includes('stylesheet') || as === 'style')) return true
    return removeScripts && (rel.includes('modulepreload') || as === 'script')
  }

  #attributes(element: Element): string {
    let written = ''
    const { removeScripts, removeStyles, address } = this.#options
    const { attrs } = element
    for (let i = 0; i < attrs.length; i += 2) {
      const name = attrs[i]!
      let value = attrs[i + 1]!
      if (!writable.test(name)) continue
      if (name === 'style' && removeStyles) continue
      if (removeScripts && hasScript(name, value)) continue
      if (removeScripts && name === 'srcdoc') {
        // A frame within a frame is left out, as each level would be parsed once more.
        if (this.#isFrame) continue
        value = toFrame(value, this.#view, this.#options)
      }
      // The base URL cannot be relative to itself.
      if (addresses.has(name) && element.name !== 'base') value = isAddress(value) ? address(value.trim()) : value
      else if (addressSets.has(name)) value = this.#set(value)
      written += ` ${name}="${escapeAttribute(value)}"`
    }
    return written
  }

  #set(srcset: string): string {
    if (srcset.length > 10_000) return srcset
    return candidates(srcset)
      .map(({ url, descriptor }) => `${this.#options.address(url)}${descriptor && ` ${descriptor}`}`)
      .join(', ')
  }

  #rawText(element: Element): void {
    let text = ''
    for (let node = element.first; node !== null; node = node.next) if (node.kind === TEXT) text += node.data
    // In drawings such text may contain an end tag written with references, which would end the element when parsed
    // again.
    const isUnsafe = text.toLowerCase().includes(`</${element.name}`)
    this.#addText(text, isUnsafe ? (each) => each.replaceAll('<', '&lt;') : (each) => each)
  }
}

/** Whether a value is a URL to resolve, rather than data or a script. */
const isAddress = (value: string) => !/^\s*(?:data|javascript|vbscript|blob|about|mailto|tel):/i.test(value)

const escapeText = (text: string): string =>
  /[&<>\u00a0]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text

const escapeAttribute = (value: string): string =>
  /[&"<>\u00a0]/.test(value) ? escapeText(value).replaceAll('"', '&quot;') : value
