import type { Recorder } from '../../clean/recorder.ts'
import { CUT, HIDDEN } from '../../clean/visibility.ts'
import { attr, ELEMENT, type Element, findAll, isElement, type Node, type Tree, UNSEEN } from '../../tree/index.ts'
import { isBoilerplate, isLandmark } from './boilerplate.ts'
import { measure } from './prose.ts'

/** The minimum share of the page's prose, or of all its text, of a landmark with the content. */
const MIN_LANDMARK_SHARE = 0.4
/** An element with more than this share of the prose contains the content; what is beside it does not. */
const MIN_HOLDER_SHARE = 0.8
/** An element with less of all text than this does not: its sentences may be a notice below a list. */
const MIN_HOLDER_TEXT = 0.2
/** What looks like boilerplate, but holds more of the prose than this, is not. */
const MAX_BOILERPLATE_SHARE = 0.4

/**
 * The nodes of a page's main content, 1 in an array indexed by node id, without what surrounds it: headers,
 * navigation, sidebars, footers. Null if that would be the whole body.
 */
export const findByLandmarks = (tree: Tree, marks: Uint8Array, recorder?: Recorder): Uint8Array | null => {
  const { prose, text } = measure(tree, marks)
  const root = holderOf(tree, landmarkOf(tree, prose, text), prose, text)
  const kept = new Uint8Array(tree.nodes.length).fill(1, root.id, root.end + 1)
  const most = prose[root.id]! * MAX_BOILERPLATE_SHARE
  const boilerplate: Element[] = []
  let cut = 0
  for (let id = root.id + 1; id <= root.end; id++) {
    const node = tree.nodes[id]!
    if (!isElement(node) || prose[id]! > most) continue
    if (isLandmark(node)) {
      kept.fill(0, id, node.end + 1)
      recorder?.dropped('landmark', node)
      cut++
    } else if (isBoilerplate(tree, node)) boilerplate.push(node)
    else continue
    id = node.end
  }
  // Many small ones may be the content itself, such as the comments of a thread.
  if (boilerplate.reduce((sum, { id }) => sum + prose[id]!, 0) <= most) {
    for (const each of boilerplate) {
      kept.fill(0, each.id, each.end + 1)
      recorder?.dropped('named as boilerplate', each)
    }
    cut += boilerplate.length
  }
  if (root === tree.body && cut === 0) return null
  recorder?.narrowed(root)
  keepTitle(tree, marks, root, kept, recorder)
  return kept
}

/**
 * `main` or the only `article` if it has enough of the prose; else a `main` with enough of all text, as in an index,
 * which has nothing but links; else the body.
 */
const landmarkOf = (tree: Tree, prose: Float64Array, text: Float64Array): Element => {
  const total = prose[tree.body.id]!
  const mains: Element[] = []
  for (let id = tree.body.id + 1; id <= tree.body.end; id++) {
    const node = tree.nodes[id]!
    if (node.kind === ELEMENT && (node.name === 'main' || attr(node, 'role') === 'main')) mains.push(node)
  }
  const best = mains.sort((a, b) => prose[b.id]! - prose[a.id]!)[0]
  if (best !== undefined && prose[best.id]! >= total * MIN_LANDMARK_SHARE) return best
  const articles = findAll(tree, tree.body, 'article')
  const [article] = articles
  if (article !== undefined && articles.length === 1 && prose[article.id]! >= total * MIN_LANDMARK_SHARE) return article
  const least = text[tree.body.id]! * MIN_LANDMARK_SHARE
  return mains.find(({ id }) => text[id]! >= least) ?? tree.body
}

/** The smallest element that holds nearly all prose of another. */
const holderOf = (tree: Tree, from: Element, prose: Float64Array, text: Float64Array): Element => {
  if (from !== tree.body) return from
  const wanted = prose[from.id]! * MIN_HOLDER_SHARE
  const least = text[from.id]! * MIN_HOLDER_TEXT
  if (wanted === 0) return from
  const holds = (node: Node): node is Element =>
    isElement(node) && prose[node.id]! >= wanted && text[node.id]! >= least && node.name !== 'p'
  let holder = from
  for (let child = holder.first; child !== null; ) {
    if (!holds(child)) child = child.next
    else {
      holder = child
      child = holder.first
    }
  }
  return holder
}

/** Keeps the only first-level heading that a page shows if it is outside the content: it is the title. */
const keepTitle = (tree: Tree, marks: Uint8Array, root: Element, kept: Uint8Array, recorder?: Recorder): void => {
  const titles = findAll(tree, tree.body, 'h1').filter((heading) => isShown(marks, heading))
  const [title] = titles
  if (title === undefined || titles.length > 1 || kept[title.id] === 1 || title.id > root.id) return
  kept.fill(1, title.id, title.end + 1)
  recorder?.kept('the only title', title)
}

const isShown = (marks: Uint8Array, element: Element): boolean => {
  for (let at: Element | null = element; at !== null; at = at.parent)
    if ((marks[at.id]! & (CUT | HIDDEN)) !== 0 || (at.tag.flags & UNSEEN) !== 0) return false
  return true
}
