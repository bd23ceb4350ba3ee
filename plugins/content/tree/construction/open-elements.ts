import type { Element } from '../node.ts'
import { FORMATTING, IMPLIED_END, knownTag, SCOPE, SPECIAL, TAG_CODES, type TagInfo } from '../tags.ts'
import type { Formatting } from './formatting.ts'

export const HTML_NS = 0
export const SVG_NS = 1
export const MATH_NS = 2

const BUTTON = knownTag('button')
const UL = knownTag('ul')
const OL = knownTag('ol')

/** What else bounds the search for an open element, beside tables and the like. */
export type Bound = 'none' | 'list' | 'button'

/** The standard's "stack of open elements", with the namespace of each. `html` is always at the bottom. */
export class OpenElements {
  readonly #elements: Element[]
  readonly #namespaces: number[] = [HTML_NS]
  /** How many of each known tag are open, so that most searches end before they begin. */
  readonly #counts = new Uint16Array(TAG_CODES)
  readonly #formatting: Formatting
  /** The innermost, and its namespace. */
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

  /** What is known of the tag at a place; of one that SVG or MathML has too, in these, nothing. */
  flagsAt(index: number): number {
    return this.#namespaces[index] === HTML_NS ? this.#elements[index]!.tag.flags : 0
  }

  lastIndexOf(element: Element): number {
    return this.#elements.lastIndexOf(element)
  }

  /** How many elements of a known tag are open. */
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
    this.#look()
  }

  /** Pops until so many are left. */
  popTo(length: number): void {
    while (this.#elements.length > length) this.pop()
  }

  /** Pops up to and with the innermost of a tag; `html` and `body` stay. */
  popThrough(tag: TagInfo): void {
    while (this.#elements.length > 2) {
      const found = this.current.tag === tag
      this.pop()
      if (found) return
    }
  }

  /** Takes out an element that others may be open in. */
  remove(element: Element): void {
    const at = this.#elements.lastIndexOf(element)
    if (at < 0) return
    this.#elements.splice(at, 1)
    this.#namespaces.splice(at, 1)
    this.#left(element)
    this.#look()
  }

  /** Puts an element in the place of another of its tag. */
  replace(at: number, element: Element): void {
    this.#elements[at] = element
  }

  /** Moves the place of an element behind another, and puts a copy of it there. */
  move(element: Element, copy: Element, behind: Element): void {
    const at = this.#elements.lastIndexOf(element)
    this.#elements.splice(at, 1)
    const namespace = this.#namespaces.splice(at, 1)[0]!
    const to = this.#elements.lastIndexOf(behind) + 1
    this.#elements.splice(to, 0, copy)
    this.#namespaces.splice(to, 0, namespace)
    this.#look()
  }

  /**
   * Whether an element of a tag is open, with no table, template or the like in between, and nothing else that
   * bounds the search.
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

  /** Ends the elements whose end tag may be left out. */
  closeImplied(except: TagInfo | null): void {
    while ((this.current.tag.flags & IMPLIED_END) !== 0 && this.current.tag !== except) this.pop()
  }

  /** An end tag like any other: it ends the innermost of its name, unless a special element lies between. */
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

  #look(): void {
    this.current = this.#elements[this.#elements.length - 1]!
    this.namespace = this.#namespaces[this.#namespaces.length - 1]!
  }
}
