import type { Element } from '../node.ts'

/** The most equal elements that are reopened. Source: the HTML standard, "Noah's Ark clause". */
const MAX_EQUAL = 3

/**
 * The most entries; the oldest are dropped first. The standard has no limit, so a few unclosed tags followed by a
 * thousand paragraphs would create a million elements.
 */
const MAX_ENTRIES = 24

interface Entry {
  /** Null is a marker: entries before it do not apply inside a table cell or similar element. */
  element: Element | null
  /** Whether the element is on the stack of open elements. */
  open: boolean
}

/** The standard's "list of active formatting elements". */
export class Formatting {
  readonly #entries: Entry[] = []
  /** The number of entries after the last marker that wait to be reopened; usually 0. */
  #cut = 0

  get cut(): boolean {
    return this.#cut > 0
  }

  add(element: Element): void {
    const entries = this.#entries
    let equal = 0
    let oldest = -1
    for (let i = entries.length - 1; i >= 0; i--) {
      const other = entries[i]!.element
      if (other === null) break
      if (other.tag === element.tag && sameAttributes(other, element)) {
        equal++
        oldest = i
      }
    }
    if (equal >= MAX_EQUAL) this.#take(oldest)
    else if (entries.length >= MAX_ENTRIES) this.#take(0)
    entries.push({ element, open: true })
  }

  mark(): void {
    if (this.#entries.length >= MAX_ENTRIES) this.#take(0)
    this.#entries.push({ element: null, open: true })
    this.#cut = 0
  }

  clearToMarker(): void {
    for (let entry = this.#entries.pop(); entry !== undefined && entry.element !== null; entry = this.#entries.pop());
    this.#count()
  }

  /** The last element of this name after the last marker. */
  find(name: string): Element | null {
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const { element } = this.#entries[i]!
      if (element === null) return null
      if (element.name === name) return element
    }
    return null
  }

  /** Notes that the element left the stack other than by its own end tag. */
  close(element: Element): void {
    const entry = this.#entries[this.index(element)]
    if (entry?.open !== true) return
    entry.open = false
    this.#count()
  }

  remove(element: Element): void {
    const at = this.index(element)
    if (at >= 0) this.#take(at)
  }

  index(element: Element): number {
    let at = this.#entries.length - 1
    while (at >= 0 && this.#entries[at]!.element !== element) at--
    return at
  }

  /** Inserts an open element into the list, or replaces the entry at this index. */
  put(at: number, element: Element, instead = false): void {
    this.#entries.splice(at, instead ? 1 : 0, { element, open: true })
    this.#count()
  }

  /** Reopens the interrupted elements, oldest first; `open` creates and opens each new element. */
  reopen(open: (like: Element) => Element): void {
    const entries = this.#entries
    let from = entries.length
    while (from > 0 && entries[from - 1]!.element !== null && !entries[from - 1]!.open) from--
    for (let i = from; i < entries.length; i++) entries[i] = { element: open(entries[i]!.element!), open: true }
    this.#count()
  }

  #take(at: number): void {
    this.#entries.splice(at, 1)
    this.#count()
  }

  /** Only entries after the last open one are reopened. */
  #count(): void {
    let cut = 0
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const { element, open } = this.#entries[i]!
      if (element === null || open) break
      cut++
    }
    this.#cut = cut
  }
}

const sameAttributes = (a: Element, b: Element) =>
  a.attrs.length === b.attrs.length && a.attrs.every((value, i) => value === b.attrs[i])
