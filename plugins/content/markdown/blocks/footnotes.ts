import {
  attr,
  closest,
  collapse,
  type Element,
  hasAttr,
  isElement,
  TEXT,
  type Tree,
  textContent,
  tokens,
} from '../../tree/index.ts'
import { findReferences } from '../../view/notes.ts'
import { shown } from '../../view/shown.ts'
import type { View } from '../../view/view.ts'

/** The footnotes of a page: the references in the text, the notes, and the links from notes back to the text. */
export interface Footnotes {
  /** The label of each reference, by its link. */
  marks: ReadonlyMap<Element, string>
  /** The label of each note, by the element that contains it. */
  notes: ReadonlyMap<Element, string>
  /** Elements at the start of notes that repeat the label and link back to the text. */
  labels: ReadonlySet<Element>
}

export const noFootnotes: Footnotes = { marks: new Map(), notes: new Map(), labels: new Set() }

/** Finds the footnotes of which a view shows both reference and note; others are written as ordinary text. */
export const findFootnotes = (view: View): Footnotes => {
  const { tree } = view
  const references = findReferences(tree)
  if (references.length === 0) return noFootnotes
  const isShown = new Uint8Array(tree.nodes.length)
  for (const node of shown(view)) isShown[node.id] = 1
  const found = { marks: new Map<Element, string>(), notes: new Map<Element, string>(), labels: new Set<Element>() }
  const labels = new Labels()
  for (const { mark, target, note } of references) {
    if (isShown[mark.id] === 0 || isShown[note.id] === 0) continue
    let label = found.notes.get(note)
    if (label === undefined) {
      label = labels.of(collapse(textContent(tree, mark)))
      found.notes.set(note, label)
      const again = target.name === 'dt' ? sameLabel(tree, target, mark) : labelIn(tree, note)
      if (again !== null) found.labels.add(again)
    }
    found.marks.set(mark, label)
  }
  return found
}

/** Assigns each note a unique label. */
class Labels {
  readonly #taken = new Set<string>()
  /** All numbers below are taken. */
  #number = 1

  /** The text of a reference; if that is not a valid label, or already taken, the next free number. */
  of(said: string): string {
    const text = said.replace(/^[[(]|[\])]$/g, '')
    const label = /^[\w-]{1,12}$/.test(text) && !this.#taken.has(text) ? text : this.#nextNumber()
    this.#taken.add(label)
    return label
  }

  #nextNumber(): string {
    this.#number = Math.max(this.#number, this.#taken.size + 1)
    while (this.#taken.has(String(this.#number))) this.#number++
    return String(this.#number)
  }
}

/** The term of a note, if it says no more than the reference. */
const sameLabel = (tree: Tree, term: Element, mark: Element): Element | null => {
  const said = (element: Element) => textContent(tree, element).replace(/[\s[\]().:]/g, '')
  return said(term) === said(mark) ? term : null
}

/** The most characters of the text of a back link: a number, a letter, an arrow. */
const MAX_BACK_LINK = 4
const besideBackLinks = /^[\s[\]().:^↑]*$/

/** The first element of a note, if it contains only links within the page, and brackets around them. */
const labelIn = (tree: Tree, note: Element): Element | null => {
  const { first } = note
  const label = first?.kind === TEXT && first.data.trim() === '' ? first.next : first
  if (label === null || !isElement(label) || label.name === 'a') return null
  let links = 0
  for (let id = label.id + 1; id <= label.end; id++) {
    const node = tree.nodes[id]!
    if (!isElement(node)) {
      if (!besideBackLinks.test(node.data)) return null
    } else if (node.name === 'a' && attr(node, 'href')?.startsWith('#')) {
      if (textContent(tree, node).trim().length > MAX_BACK_LINK) return null
      links++
      id = node.end
    }
  }
  return links > 0 ? label : null
}

/**
 * Whether a link leads from a note back to its reference; Markdown's own footnotes add such links. In headings,
 * `doc-backlink` leads back to the table of contents.
 */
export const isBackLink = (a: Element): boolean => {
  if (hasAttr(a, 'data-footnote-backref')) return true
  if (attr(a, 'role') === 'doc-backlink') return closest(a, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6') === null
  return tokens(a, 'class').some((name) => backLinkClasses.has(name))
}
const backLinkClasses = new Set(['footnote-backref', 'footnote-back', 'fn-backref'])
