import type { Recorder } from '../clean/recorder.ts'
import { CUT } from '../clean/visibility.ts'
import { likeness, wordsOf } from '../metadata/text/likeness.ts'
import { BLOCK, Element, isElement, type Node, TEXT, Text, type Tree, tagOf, textContent } from '../tree/index.ts'
import { append } from '../tree/link-nodes.ts'
import { shown, shownHeadings } from './shown.ts'
import type { View } from './view.ts'

/**
 * How alike a heading is to the page's own by their words (Dice's coefficient): some carry a sign or an edit link.
 */
const ALIKE = 0.75
/** Characters of a text that may be the heading. */
const MAX_LENGTH = 1000
/** Nodes of an element that may be the heading. */
const MAX_NODES = 60
/** Characters of text behind which a heading below `h1` that is like the page's own begins a section. */
const MAX_BEFORE = 200

/**
 * A view that begins with the page's own heading as its only `h1` of that text, wherever on the page that stands: a
 * reader of the main content alone wants to know what it is about. Source: decisions 5.2.
 */
export function withOwnHeading(view: View, headline: string | null, recorder?: Recorder): View {
  const words = headline === null ? [] : wordsOf(headline)
  if (headline === null || words.length === 0) return view
  const { tree, roots } = view
  const marks = new Uint8Array(tree.nodes.length + 2)
  marks.set(view.marks)
  const first = firstShown(view)
  const isOwn = (element: Element) => likenessTo(tree, element, words) >= ALIKE
  const sections = endOfStart(view)
  let isInPlace = false
  for (const element of shownHeadings(view)) {
    if (isInPlace && element.name !== 'h1') continue
    const least = isInPlace || (element.name !== 'h1' && element.id > sections) ? 1 : ALIKE
    if (likenessTo(tree, element, words) < least) continue
    // It is where it should be, with what markup it has.
    if (element.name === 'h1' && first !== null && element.id <= first.id && first.id <= element.end) {
      isInPlace = true
      continue
    }
    marks[element.id]! |= CUT
    recorder?.dropped('the heading, which is put first', element)
    if (element.name !== 'h1') break
  }
  if (isInPlace) return { ...view, marks }
  // A title that is not a heading, above everything else.
  for (let parent = first?.parent ?? null; parent !== null && isOwn(parent); parent = parent.parent)
    if (!roots.includes(parent) && endsLine(parent)) {
      marks[parent.id]! |= CUT
      recorder?.dropped('the heading, which is put first', parent)
    }
  const heading = headingOf(headline, tree.nodes.length)
  const nodes = [...tree.nodes, heading, heading.first as Text]
  return { ...view, tree: { ...tree, nodes }, marks, roots: [heading, ...roots] }
}

/** An `h1` behind all nodes of a tree. */
function headingOf(text: string, id: number): Element {
  const heading = new Element(tagOf('h1'), [])
  heading.id = id
  heading.end = id + 1
  append(heading, new Text(text))
  heading.first!.id = id + 1
  return heading
}

/** What a reader sees first: a text or a picture. */
function firstShown(view: View): Node | null {
  for (const node of shown(view)) {
    if (node.kind === TEXT ? node.data.trim() !== '' : pictures.has(node.name)) return node
  }
  return null
}
const pictures = new Set(['img', 'picture', 'svg', 'video'])

/** Whether a new line begins behind what stands first in its own. */
function endsLine(element: Element): boolean {
  for (let node: Element | null = element; node !== null && !(node.tag.flags & BLOCK); node = node.parent) {
    let next = node.next
    while (next !== null && next.kind === TEXT && next.data.trim() === '') next = next.next
    if (next !== null) return isElement(next) && (next.name === 'br' || (next.tag.flags & BLOCK) !== 0)
  }
  return true
}

/** The node behind which the text no longer is the beginning. */
function endOfStart(view: View): number {
  let length = 0
  for (const node of shown(view)) {
    if (node.kind === TEXT) length += node.data.trim().length
    if (length > MAX_BEFORE) return node.id
  }
  return Number.POSITIVE_INFINITY
}

/** How alike an element and others are by their words; 0 for one that says too much to be a heading. */
function likenessTo(tree: Tree, element: Element, words: readonly string[]): number {
  if (element.end - element.id > MAX_NODES) return 0
  const text = textWithoutButtons(tree, element)
  if (text.length > MAX_LENGTH) return 0
  return likeness(wordsOf(text), words)
}

/** The text of a heading without its buttons, or with them where it has nothing else. */
function textWithoutButtons(tree: Tree, element: Element): string {
  let text = ''
  for (let id = element.id + 1; id <= element.end; id++) {
    const node = tree.nodes[id]!
    if (node.kind === TEXT) text += node.data
    else if (node.name === 'button') id = node.end
  }
  return text === '' ? textContent(tree, element) : text
}
