import type { Recorder } from '../clean/recorder.ts'
import { attr, closest, ELEMENT, type Element, hasAttr, isElement, type Tree, tokens } from '../tree/index.ts'

/** The mark of a footnote in the text, and what it leads to. */
export interface Reference {
  /** The link that is the mark. */
  mark: Element
  /** What its address names. */
  target: Element
  /** The element that holds the note. */
  note: Element
}

/** The references of a page to its footnotes, in the order of their marks; each leads to a note further down. */
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

/** Keeps the notes of what is kept, which are of the text that refers to them, but for those in a site’s footer. */
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

/** Whether a link is marked as the mark of a footnote, or named as the usual tools name them. */
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

/** Whether a note stands in the footer that all pages of a site have: terms, and what a price is without. */
const isOfSite = (note: Element): boolean => {
  const footer = closest(note, 'footer')
  return footer !== null && closest(footer, 'article', 'main') === null
}
