import type { Recorder } from '../clean/recorder.ts'
import { CUT, EXCLUDED } from '../clean/visibility.ts'
import { likeness, wordsOf } from '../metadata/text/likeness.ts'
import { BLOCK, Element, isElement, type Node, TEXT, Text, tagOf, textContent } from '../tree/index.ts'
import { append } from '../tree/link-nodes.ts'
import { withoutWraps } from '../white-space.ts'
import { isGone, shown, shownHeadings } from './shown.ts'
import type { View } from './view.ts'

/**
 * How similar a heading must be to the page's own by their words (Dice's coefficient): some contain a symbol or an
 * edit link.
 */
const MIN_SIMILARITY = 0.75
/** The most characters of a heading. */
const MAX_LENGTH = 1000
/** The most nodes of a heading. */
const MAX_NODES = 60
/** After this many characters of text, a heading below `h1` that is similar to the page's own begins a section. */
const MAX_BEFORE = 200

/**
 * A view that begins with the page's own heading as its only `h1` with that text, wherever it is on the page: readers
 * of only the main content want to know what it is about. The same view if the caller has excluded that heading.
 * Source: decisions 5.2.
 */
export function withOwnHeading(view: View, headline: string | null, recorder?: Recorder): View {
  const words = headline === null ? [] : wordsOf(headline)
  if (headline === null || words.length === 0 || isExcluded(view, words)) return view
  const { tree, roots } = view
  const marks = new Uint8Array(tree.nodes.length + 2)
  marks.set(view.marks)
  const first = firstShown(view)
  const sections = endOfStart(view)
  let isInPlace = false
  /** Whether it was found; only an `h1` with just its words is another copy then. */
  let isFound = false
  for (const element of shownHeadings(view)) {
    if (isFound && element.name !== 'h1') continue
    const least = isFound || (element.name !== 'h1' && element.id > sections) ? 1 : MIN_SIMILARITY
    if (similarityTo(view, element, words) < least) continue
    // It is in the right place already, with its markup.
    if (element.name === 'h1' && first !== null && element.id <= first.id && first.id <= element.end) {
      isInPlace = true
      isFound = true
      continue
    }
    marks[element.id]! |= CUT
    recorder?.dropped('the heading, which is put first', element)
    if (element.name !== 'h1') isFound = true
  }
  if (isInPlace) return { ...view, marks }
  // A title that is not a heading, above everything else, with what is around it and has no other words.
  let best = MIN_SIMILARITY
  for (let parent = first?.parent ?? null; parent !== null; parent = parent.parent) {
    const similarity = similarityTo(view, parent, words)
    if (similarity < best) break
    if (roots.includes(parent) || !endsLine(parent)) continue
    best = similarity
    marks[parent.id]! |= CUT
    recorder?.dropped('the heading, which is put first', parent)
  }
  const heading = headingOf(headline, tree.nodes.length)
  const nodes = [...tree.nodes, heading, heading.first as Text]
  return { ...view, tree: { ...tree, nodes }, marks, roots: [heading, ...roots] }
}

/** Whether the caller has excluded the page's own heading. */
function isExcluded(view: View, words: readonly string[]): boolean {
  const { marks, tree } = view
  let end = -1
  return tree.nodes.some((node) => {
    if (!isElement(node)) return false
    if ((marks[node.id]! & EXCLUDED) !== 0) end = Math.max(end, node.end)
    return node.id <= end && node.name === 'h1' && similarityTo(view, node, words) >= MIN_SIMILARITY
  })
}

/** Creates an `h1` with node ids after those of a tree. */
function headingOf(text: string, id: number): Element {
  const heading = new Element(tagOf('h1'), [])
  heading.id = id
  heading.end = id + 1
  append(heading, new Text(text))
  heading.first!.id = id + 1
  return heading
}

/** The first thing that a reader sees: a text or a picture. */
function firstShown(view: View): Node | null {
  for (const node of shown(view)) {
    if (node.kind === TEXT ? node.data.trim() !== '' : pictures.has(node.name)) return node
  }
  return null
}
const pictures = new Set(['img', 'picture', 'svg', 'video'])

/** Whether a new line begins after an element that is first on its own line. */
function endsLine(element: Element): boolean {
  for (let node: Element | null = element; node !== null && !(node.tag.flags & BLOCK); node = node.parent) {
    let next = node.next
    while (next !== null && next.kind === TEXT && next.data.trim() === '') next = next.next
    if (next !== null) return isElement(next) && (next.name === 'br' || (next.tag.flags & BLOCK) !== 0)
  }
  return true
}

/** The id of the node at which the beginning of the text ends. */
function endOfStart(view: View): number {
  let length = 0
  for (const node of shown(view)) {
    if (node.kind === TEXT) length += node.data.trim().length
    if (length > MAX_BEFORE) return node.id
  }
  return Number.POSITIVE_INFINITY
}

/** How similar an element's words are to others; 0 if it is too long to be a heading. */
function similarityTo(view: View, element: Element, words: readonly string[]): number {
  if (element.end - element.id > MAX_NODES) return 0
  const text = textWithoutButtons(view, element)
  if (text.length > MAX_LENGTH) return 0
  return likeness(wordsOf(text), words)
}

/** The shown text of a heading without its buttons, or with them if it has no other text. */
function textWithoutButtons(view: View, element: Element): string {
  const { tree } = view
  let text = ''
  for (let id = element.id + 1; id <= element.end; id++) {
    const node = tree.nodes[id]!
    if (node.kind === TEXT) text += withoutWraps(node.data)
    else if (node.name === 'button' || isGone(view, node)) id = node.end
    else if (node.name === 'br' || (node.tag.flags & BLOCK) !== 0) text += '\n'
  }
  return text.trim() === '' ? textContent(tree, element) : text
}
