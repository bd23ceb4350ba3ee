import { contains, type Element, isElement, type Tree, UNSEEN } from '../../tree/index.ts'
import { trimmedLength } from '../../white-space.ts'
import type { Recorder } from '../recorder.ts'
import { CUT, type MarkedPage } from '../visibility.ts'
import { AdJudge, isAdProof, isTracker, NO_AD, WEAK_AD } from './ad-judge.ts'

/**
 * The share of a page, and of its shown text, that may be removed as advertising by weak names alone; beyond it, they
 * name something else, or the subject of the page. No single advertisement may have more of the text, whatever
 * identifies it.
 */
const MAX_AD_SHARE = 0.25
/** Characters that may be removed from any page: a short one may have more advertising than other text. */
const MIN_TEXT = 400

interface Shown extends MarkedPage {
  roots: readonly Element[]
}

/** Marks the advertisements of a page, except its `roots` and elements that contain one. */
export const markAds = ({ tree, marks, roots }: Shown, recorder?: Recorder): void => {
  const { nodes, body } = tree
  const judge = new AdJudge(tree)
  const weak: Element[] = []
  let weakNodes = 0
  let weakText = 0
  let measure: Measure | null = null
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (!isElement(node)) continue
    if (node.name === 'pre') {
      id = node.end
      continue
    }
    if (node.attrs.length === 0 && node.tag.code !== 0) continue
    const verdict = judge.judge(node)
    if (verdict === NO_AD ? !isTracker(node) : isAdProof(node)) continue
    measure ??= measureOf(tree, marks)
    if (measure.isPage(node) || roots.some((root) => contains(node, root))) continue
    if (verdict === WEAK_AD) {
      weak.push(node)
      weakNodes += node.end - node.id
      weakText += measure.textOf(node)
    } else {
      marks[id]! |= CUT
      recorder?.dropped('advertisement', node)
    }
    id = node.end
  }
  if (weakNodes > nodes.length * MAX_AD_SHARE || weakText > (measure?.mostText ?? 0)) return
  for (const each of weak) {
    marks[each.id]! |= CUT
    recorder?.dropped('named as an advertisement', each)
  }
}

interface Measure {
  /**
   * Whether an element is too large a part of the page to be an aside: by its nodes, its text, or a `main` or `h1` in
   * it.
   */
  isPage: (element: Element) => boolean
  /** The characters of an element's shown text. */
  textOf: (element: Element) => number
  /** The most characters of all advertisements together. */
  mostText: number
}

const measureOf = (tree: Tree, marks: Uint8Array): Measure => {
  const { nodes, body } = tree
  // Prefix sums by node, so that nested candidates are not read repeatedly.
  const text = new Uint32Array(nodes.length + 1)
  const landmarks = new Uint32Array(nodes.length + 1)
  let unseenEnd = -1
  for (let id = body.id; id <= body.end; id++) {
    const node = nodes[id]!
    text[id + 1] = text[id]!
    landmarks[id + 1] = landmarks[id]!
    if (!isElement(node)) {
      if (id > unseenEnd && marks[id] === 0) text[id + 1]! += trimmedLength(node.data)
      continue
    }
    if (node.name === 'main' || node.name === 'h1') landmarks[id + 1]!++
    if (marks[id] !== 0 || (node.tag.flags & UNSEEN) !== 0) unseenEnd = Math.max(unseenEnd, node.end)
  }
  const mostText = Math.max(text[body.end + 1]! * MAX_AD_SHARE, MIN_TEXT)
  const textOf = ({ id, end }: Element) => text[end + 1]! - text[id]!
  const isPage = (element: Element) =>
    (element.end - element.id) * 2 > nodes.length ||
    landmarks[element.end + 1]! > landmarks[element.id]! ||
    textOf(element) > mostText
  return { isPage, textOf, mostText }
}
