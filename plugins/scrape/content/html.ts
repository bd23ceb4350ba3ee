import type { Address } from './address.ts'
import { CUT, HIDDEN } from './clean/marks.ts'
import type { View } from './clean/view.ts'
import { candidates, isPixel } from './image.ts'
import { attr, type Element, type Node, TEXT, tokens, VOID } from './tree/index.ts'

export interface HtmlOptions {
  removeScripts: boolean
  removeStyles: boolean
  includeLinks: boolean
  includeImages: boolean
  /** Images that count visits go. */
  removePixels: boolean
  /** What a browser does not show goes too. */
  removeHidden: boolean
  /** The whole document with its head, and not the view's roots alone. */
  document: boolean
  /** What is written for an address of the page. */
  address: Address
}

/** Elements whose text is written as it is, for no parser reads entities or tags in it. */
const raw = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])
/** Elements whose first line break a parser drops. */
const dropsBreak = new Set(['pre', 'textarea', 'listing'])
const images = new Set(['img', 'picture', 'svg'])
/** Attributes that are one address. */
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
const addressSets = new Set(['srcset', 'imagesrcset', 'data-srcset', 'data-lazy-srcset'])

/** A name that a parser reads back as it is written. */
const writable = /^[^\s"'<>/=\0]+$/
const script = /^[\s\0-\x1f]*(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i

/** What a view holds as HTML: escaped, well-formed, without what was cut. Source: the HTML standard, section 13.3. */
export const toHtml = (view: View, options: HtmlOptions): string => new HtmlWriter(view, options).run()

class HtmlWriter {
  readonly #view: View
  readonly #options: HtmlOptions
  readonly #gone: number
  #html = ''

  constructor(view: View, options: HtmlOptions) {
    this.#view = view
    this.#gone = options.removeHidden ? CUT | HIDDEN : CUT
    this.#options = options
  }

  run(): string {
    const { tree, roots } = this.#view
    if (this.#options.document) {
      if (tree.doctype !== null) this.#html += `<!doctype ${tree.doctype.replaceAll('>', '')}>\n`
      this.#write(tree.html)
      return this.#html
    }
    for (const root of roots) {
      const before = this.#html.length
      if (before > 0) this.#html += '\n'
      // The body of a page that is narrowed is only what holds the parts that are left.
      if (root === tree.body) this.#children(root)
      else this.#write(root)
      if (this.#html.length === before + 1) this.#html = this.#html.slice(0, before)
    }
    return this.#html
  }

  #children(parent: Element): void {
    for (let node = parent.first; node !== null; node = node.next) this.#write(node)
  }

  #write(node: Node): void {
    if ((this.#view.marks[node.id]! & this.#gone) !== 0) return
    if (node.kind === TEXT) {
      this.#html += escapeText(node.data)
      return
    }
    if (this.#leavesOut(node)) return
    const { name } = node
    if ((name === 'a' && !this.#options.includeLinks) || !writable.test(name)) {
      this.#children(node)
      return
    }

    this.#html += `<${name}`
    this.#attributes(node)
    this.#html += '>'
    if ((node.tag.flags & VOID) !== 0) return
    if (raw.has(name)) this.#rawText(node)
    else {
      if (dropsBreak.has(name) && node.first?.kind === TEXT && node.first.data.startsWith('\n')) this.#html += '\n'
      this.#children(node)
    }
    this.#html += `</${name}>`
  }

  #leavesOut(element: Element): boolean {
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

  #attributes(element: Element): void {
    const { removeScripts, removeStyles, address } = this.#options
    const { attrs } = element
    for (let i = 0; i < attrs.length; i += 2) {
      const name = attrs[i]!
      let value = attrs[i + 1]!
      if (!writable.test(name)) continue
      if (name === 'style' && removeStyles) continue
      if (removeScripts && (name.startsWith('on') || (addresses.has(name) && script.test(value)))) continue
      // A base is what the others are relative to; it cannot be relative to itself.
      if (addresses.has(name) && element.name !== 'base') value = isAddress(value) ? address(value.trim()) : value
      else if (addressSets.has(name)) value = this.#set(value)
      this.#html += value === '' ? ` ${name}=""` : ` ${name}="${escapeAttribute(value)}"`
    }
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
    // In drawings such text may hold an end tag by an entity, which would end the element where it is read again.
    this.#html += text.toLowerCase().includes(`</${element.name}`) ? text.replaceAll('<', '&lt;') : text
  }
}

/** Anything but what is data or script itself. */
const isAddress = (value: string) => !/^\s*(?:data|javascript|vbscript|blob|about|mailto|tel):/i.test(value)

const escapeText = (text: string): string =>
  /[&<>\u00a0]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text

const escapeAttribute = (value: string): string =>
  /[&"<>\u00a0]/.test(value) ? escapeText(value).replaceAll('"', '&quot;') : value
