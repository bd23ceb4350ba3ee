import type { Element } from '../node.ts'

/** No more equal elements than this are opened again. Source: the HTML standard, "Noah's Ark clause". */
const MAX_EQUAL = 3

/**
 * More than this are forgotten from the oldest on. The standard has no bound, and then a few unclosed tags with a
 * thousand paragraphs after them make a million elements.
 */
const MAX_ENTRIES = 24

interface Entry {
  /** Null is a marker: what stands before it does not reach into a table cell and the like. */
  element: Element | null
  /** Whether the element is on the builder's stack. */
  open: boolean
}

/** The standard's "list of active formatting elements". */
export class Formatting {
  readonly #entries: Entry[] = []
  /** How many entries after the last marker are cut short and want to be opened again; 0 is the common case. */
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

  /** The last of this name after the last marker. */
  find(name: string): Element | null {
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const { element } = this.#entries[i]!
      if (element === null) return null
      if (element.name === name) return element
    }
    return null
  }

  /** The stack lost this element by another way than its own end tag. */
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

  /** Puts an open element at a place of the list, or in the stead of another. */
  put(at: number, element: Element, instead = false): void {
    this.#entries.splice(at, instead ? 1 : 0, { element, open: true })
    this.#count()
  }

  /** Opens again the elements that were cut short, oldest first; `open` makes and opens the new element. */
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

  /** Only entries behind the last open one are opened again. */
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
