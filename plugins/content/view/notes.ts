import type { Recorder } from '../clean/recorder.ts'
import { attr, closest, ELEMENT, type Element, hasAttr, isElement, type Tree, tokens } from '../tree/index.ts'

/** A footnote reference in the text, and its note. */
export interface Reference {
  /** The link that is the reference. */
  mark: Element
  /** The element that its URL names. */
  target: Element
  /** The element that contains the note. */
  note: Element
}

/** The footnote references of a page, in document order; each refers to a note further down. */
export const findReferences = (tree: Tree): Reference[] => {
  const marks = tree.leading.filter(isMark)
  if (marks.length === 0) return []
  const targets = new Map<string, Element>()
  for (const node of tree.nodes) {
    const id = node.kind === ELEMENT ? attr(node, 'id') : null
    if (id !== null && node.kind === ELEMENT && !targets.has(id)) targets.set(id, node)
  }
  return marks.flatMap((mark) => {
    const target = targets.get(attr(mark, 'href')!.slice(1))
    const note = target && holderOf(target)
    return target && note && note.id > mark.id ? [{ mark, target, note }] : []
  })
}

/** Keeps the notes of kept references, which belong to the text, except those in a site's footer. */
export const keepNotes = (tree: Tree, kept: Uint8Array, recorder?: Recorder): void => {
  const notes = new Set<Element>()
  for (const { mark, note } of findReferences(tree)) {
    if (notes.has(note) || !kept.subarray(mark.id, mark.end + 1).includes(1) || isOfSite(note)) continue
    notes.add(note)
    if (!kept.subarray(note.id, note.end + 1).includes(1)) recorder?.kept('a note to the content', note)
    kept.fill(1, note.id, note.end + 1)
  }
}

const markTarget = /^#(?:user-content-)?(?:fn|footnote|_?ftn|note|endnote)[-:_]?[\w.-]*$/i
const markClasses = new Set(['footnote', 'footnote-ref', 'footnote-reference'])

/** Whether a link is declared as a footnote reference, or has a name that common tools use. */
const isMark = (a: Element): boolean => {
  const href = attr(a, 'href')
  if (!href?.startsWith('#') || href.length < 2 || a.name !== 'a') return false
  if (hasAttr(a, 'data-footnote-ref') || attr(a, 'role') === 'doc-noteref') return true
  // Most class names are no reference, and need not be split.
  if (attr(a, 'class')?.includes('footnote') && tokens(a, 'class').some((name) => markClasses.has(name))) return true
  return markTarget.test(href) && (a.parent?.name === 'sup' || (a.first?.kind === ELEMENT && a.first.name === 'sup'))
}

const holders = ['li', 'p', 'aside', 'dd']
const holderOf = (target: Element): Element | null => {
  if (holders.includes(target.name) || target.name === 'div') return target
  return target.name === 'dt' ? definitionOf(target) : closest(target, ...holders)
}

/** The definition directly after a term. */
const definitionOf = (term: Element): Element | null => {
  let { next } = term
  while (next !== null && !isElement(next)) next = next.next
  return next?.name === 'dd' ? next : null
}

/** Whether a note is in the footer that all pages of a site share, such as terms, or what prices exclude. */
const isOfSite = (note: Element): boolean => {
  const footer = closest(note, 'footer')
  return footer !== null && closest(footer, 'article', 'main') === null
}
