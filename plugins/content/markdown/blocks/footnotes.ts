import {
  attr,
  closest,
  collapse,
  ELEMENT,
  type Element,
  findAll,
  hasAttr,
  occurs,
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
}

export const noFootnotes: Footnotes = { marks: new Map(), notes: new Map() }

const markTarget = /^#(?:user-content-)?(?:fn|footnote|_?ftn|note|endnote)[-:_]?[\w.-]*$/i

/** Footnotes that are marked as such, or named as the usual tools name them. */
export const findFootnotes = (tree: Tree): Footnotes => {
  // Every tool that makes them raises their marks.
  if (!occurs(tree, ['sup'])) return noFootnotes
  const marks = findAll(tree, tree.body, 'a').filter(isMark)
  if (marks.length === 0) return noFootnotes
  const targets = new Map<string, Element>()
  for (const node of tree.nodes) {
    const id = node.kind === ELEMENT ? attr(node, 'id') : null
    if (id !== null && node.kind === ELEMENT && !targets.has(id)) targets.set(id, node)
  }
  const found = { marks: new Map<Element, string>(), notes: new Map<Element, string>() }
  for (const mark of marks) {
    const target = targets.get(attr(mark, 'href')!.slice(1))
    const note = target && holderOf(target)
    if (!note || note.id <= mark.id) continue
    const label = found.notes.get(note) ?? labelOf(tree, mark, found.notes.size + 1)
    found.marks.set(mark, label)
    found.notes.set(note, label)
  }
  return found
}

const isMark = (a: Element): boolean => {
  const href = attr(a, 'href')
  if (!href?.startsWith('#') || href.length < 2) return false
  if (hasAttr(a, 'data-footnote-ref') || attr(a, 'role') === 'doc-noteref') return true
  const names = tokens(a, 'class')
  if (names.includes('footnote-ref') || names.includes('footnote') || names.includes('footnote-reference')) return true
  return markTarget.test(href) && (a.parent?.name === 'sup' || (a.first?.kind === ELEMENT && a.first.name === 'sup'))
}

const holders = ['li', 'p', 'aside', 'dd']
const holderOf = (target: Element): Element | null =>
  holders.includes(target.name) ? target : target.name === 'div' ? target : closest(target, ...holders)

const labelOf = (tree: Tree, mark: Element, count: number): string => {
  const text = collapse(textContent(tree, mark)).replace(/^[[(]|[\])]$/g, '')
  return /^[\w-]{1,12}$/.test(text) ? text : String(count)
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
