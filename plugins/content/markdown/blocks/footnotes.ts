import {
  attr,
  closest,
  collapse,
  ELEMENT,
  type Element,
  hasAttr,
  isElement,
  TEXT,
  type Tree,
  textContent,
  tokens,
} from '../../tree/index.ts'

/** The footnotes of a page: marks in the text, the notes, and the links from these back to the text. */
export interface Footnotes {
  /** The label of a mark, by its link. */
  marks: ReadonlyMap<Element, string>
  /** The label of a note, by the element that holds it. */
  notes: ReadonlyMap<Element, string>
  /** What a note begins with to say its label once more, and to lead back to the text. */
  labels: ReadonlySet<Element>
}

export const noFootnotes: Footnotes = { marks: new Map(), notes: new Map(), labels: new Set() }

const markTarget = /^#(?:user-content-)?(?:fn|footnote|_?ftn|note|endnote)[-:_]?[\w.-]*$/i

/** Footnotes that are marked as such, or named as the usual tools name them. */
export const findFootnotes = (tree: Tree): Footnotes => {
  const marks = tree.leading.filter(isMark)
  if (marks.length === 0) return noFootnotes
  const targets = new Map<string, Element>()
  for (const node of tree.nodes) {
    const id = node.kind === ELEMENT ? attr(node, 'id') : null
    if (id !== null && node.kind === ELEMENT && !targets.has(id)) targets.set(id, node)
  }
  const found = { marks: new Map<Element, string>(), notes: new Map<Element, string>(), labels: new Set<Element>() }
  const labels = new Labels()
  for (const mark of marks) {
    const target = targets.get(attr(mark, 'href')!.slice(1))
    const note = target && holderOf(target)
    if (!note || note.id <= mark.id) continue
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

const markClasses = new Set(['footnote', 'footnote-ref', 'footnote-reference'])

const isMark = (a: Element): boolean => {
  const href = attr(a, 'href')
  if (!href?.startsWith('#') || href.length < 2 || a.name !== 'a') return false
  if (hasAttr(a, 'data-footnote-ref') || attr(a, 'role') === 'doc-noteref') return true
  // Most names are none of these, and need not be taken apart.
  if (attr(a, 'class')?.includes('footnote') && tokens(a, 'class').some((name) => markClasses.has(name))) return true
  return markTarget.test(href) && (a.parent?.name === 'sup' || (a.first?.kind === ELEMENT && a.first.name === 'sup'))
}

const holders = ['li', 'p', 'aside', 'dd']
const holderOf = (target: Element): Element | null => {
  if (holders.includes(target.name) || target.name === 'div') return target
  return target.name === 'dt' ? definitionOf(target) : closest(target, ...holders)
}

/** What stands directly behind a term. */
const definitionOf = (term: Element): Element | null => {
  let { next } = term
  while (next !== null && !isElement(next)) next = next.next
  return next?.name === 'dd' ? next : null
}

/** The labels that notes have, each once. */
class Labels {
  readonly #taken = new Set<string>()
  /** Numbers below it are taken. */
  #number = 1

  /** What a mark says; where that is not a label, or one that another note has, a number that none has. */
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

/** The term of a note, where it says no more than the mark. */
const sameLabel = (tree: Tree, term: Element, mark: Element): Element | null => {
  const said = (element: Element) => textContent(tree, element).replace(/[\s[\]().:]/g, '')
  return said(term) === said(mark) ? term : null
}

/** Characters of what leads back: a number, a letter, an arrow. */
const MAX_BACK_LINK = 4
const besideBackLinks = /^[\s[\]().:^↑]*$/

/** The first element of a note, where it holds nothing but links to places on the page, and brackets around them. */
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
 * A link from a note back to its mark, which Markdown's own footnotes bring. In headings it leads back to the
 * contents.
 */
export const isBackLink = (a: Element): boolean => {
  if (hasAttr(a, 'data-footnote-backref')) return true
  if (attr(a, 'role') === 'doc-backlink') return closest(a, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6') === null
  return tokens(a, 'class').some((name) => backLinkClasses.has(name))
}
const backLinkClasses = new Set(['footnote-backref', 'footnote-back', 'fn-backref'])
