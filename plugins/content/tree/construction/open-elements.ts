import type { Element } from '../node.ts'
import { FORMATTING, IMPLIED_END, knownTag, SCOPE, SPECIAL, TAG_CODES, type TagInfo } from '../tags.ts'
import type { Formatting } from './formatting.ts'

export const HTML_NS = 0
export const SVG_NS = 1
export const MATH_NS = 2

const BUTTON = knownTag('button')
const UL = knownTag('ul')
const OL = knownTag('ol')

/** What else, apart from tables and the like, bounds the search for an open element. */
export type Bound = 'none' | 'list' | 'button'

/** The standard's "stack of open elements", with the namespace of each. `html` is always at the bottom. */
export class OpenElements {
  readonly #elements: Element[]
  readonly #namespaces: number[] = [HTML_NS]
  /** The number of open elements by tag code, so that most searches end at once. */
  readonly #counts = new Uint16Array(TAG_CODES)
  readonly #formatting: Formatting
  /** The innermost element, and its namespace. */
  current: Element
  namespace = HTML_NS

  constructor(html: Element, formatting: Formatting) {
    this.#elements = [html]
    this.#formatting = formatting
    this.current = html
  }

  get length(): number {
    return this.#elements.length
  }

  at(index: number): Element {
    return this.#elements[index]!
  }

  namespaceAt(index: number): number {
    return this.#namespaces[index]!
  }

  /** The flags of the tag at an index; 0 inside SVG and MathML, even if HTML has a tag of that name. */
  flagsAt(index: number): number {
    return this.#namespaces[index] === HTML_NS ? this.#elements[index]!.tag.flags : 0
  }

  lastIndexOf(element: Element): number {
    return this.#elements.lastIndexOf(element)
  }

  /** The number of open elements with a known tag. */
  count(tag: TagInfo): number {
    return this.#counts[tag.code]!
  }

  enter(element: Element, namespace: number): void {
    this.#elements.push(element)
    this.#namespaces.push(namespace)
    this.#counts[element.tag.code]!++
    this.current = element
    this.namespace = namespace
  }

  pop(): void {
    const element = this.#elements.pop()!
    this.#namespaces.pop()
    this.#left(element)
    this.#updateCurrent()
  }

  /** Pops until `length` elements are left. */
  popTo(length: number): void {
    while (this.#elements.length > length) this.pop()
  }

  /** Pops up to and including the innermost element with this tag; `html` and `body` stay. */
  popThrough(tag: TagInfo): void {
    while (this.#elements.length > 2) {
      const found = this.current.tag === tag
      this.pop()
      if (found) return
    }
  }

  /** Removes an element, even if others are open inside it. */
  remove(element: Element): void {
    const at = this.#elements.lastIndexOf(element)
    if (at < 0) return
    this.#elements.splice(at, 1)
    this.#namespaces.splice(at, 1)
    this.#left(element)
    this.#updateCurrent()
  }

  /** Replaces the element at an index with another of the same tag. */
  replace(at: number, element: Element): void {
    this.#elements[at] = element
  }

  /** Removes an element, and puts its copy after another on the stack. */
  move(element: Element, copy: Element, behind: Element): void {
    const at = this.#elements.lastIndexOf(element)
    this.#elements.splice(at, 1)
    const namespace = this.#namespaces.splice(at, 1)[0]!
    const to = this.#elements.lastIndexOf(behind) + 1
    this.#elements.splice(to, 0, copy)
    this.#namespaces.splice(to, 0, namespace)
    this.#updateCurrent()
  }

  /**
   * Whether an element with this tag is open, without a table, template or similar element in between, nor anything
   * else that bounds the search.
   */
  isInScope(tag: TagInfo, bound: Bound = 'none'): boolean {
    if (this.#counts[tag.code] === 0) return false
    for (let i = this.#elements.length - 1; i > 0; i--) {
      const each = this.#elements[i]!.tag
      if (each === tag) return true
      if ((each.flags & SCOPE) !== 0 || this.#namespaces[i] !== HTML_NS) return false
      if (bound === 'button' ? each === BUTTON : bound === 'list' && (each === UL || each === OL)) return false
    }
    return false
  }

  /** Ends the elements whose end tag may be omitted. */
  closeImplied(except: TagInfo | null): void {
    while ((this.current.tag.flags & IMPLIED_END) !== 0 && this.current.tag !== except) this.pop()
  }

  /** Handles any other end tag: ends the innermost element of that name, unless a special element is in between. */
  endAny({ name }: TagInfo): void {
    for (let i = this.#elements.length - 1; i > 0; i--) {
      const element = this.#elements[i]!
      if (element.name === name) {
        this.popTo(i)
        return
      }
      if ((this.flagsAt(i) & SPECIAL) !== 0) return
    }
  }

  #left(element: Element): void {
    this.#counts[element.tag.code]!--
    if ((element.tag.flags & FORMATTING) !== 0) this.#formatting.close(element)
  }

  #updateCurrent(): void {
    this.current = this.#elements[this.#elements.length - 1]!
    this.namespace = this.#namespaces[this.#namespaces.length - 1]!
  }
}
