import type { ContentOptions } from 'weirjs/schemas'
import { AdJudge, isAdProof, isTracker, NO_AD, WEAK_AD } from '../clean/ads.ts'
import { isHidden, pageInWaiting, TextLengths } from '../clean/hidden.ts'
import type { Recorder } from '../clean/recorder.ts'
import { CUT, HIDDEN } from '../clean/visibility.ts'
import { imageSource } from '../links/image.ts'
import { findMain } from '../main/index.ts'
import type { PageOfSite } from '../main/site-frame/page-of-site.ts'
import { baseOf, contains, type Element, findAll, isElement, type Tree, UNSEEN } from '../tree/index.ts'
import { trimmedLength } from '../white-space.ts'
import { type Matcher, matcherOf } from './selectors.ts'

/**
 * What the formats show of a page: marks on the nodes of its tree, which itself stays as it is. An element that is
 * marked goes with all that it holds.
 */
export interface View {
  tree: Tree
  /** What relative addresses are relative to. */
  base: URL
  /** `CUT` and `HIDDEN`, by the nodes' ids. */
  marks: Uint8Array
  /** What is shown, in document order; none holds another. */
  roots: readonly Element[]
  /** `body` when it is all of it. */
  contentSource: 'main' | 'body'
  /** Whether the model has judged each text to be of the main content. */
  isJudged?: boolean
}

/**
 * Share of a page, and of the text that is shown, that may go as advertising by its names alone: beyond it, they are
 * what the page is about, or name something else. Of the text, no one advertisement has more, whatever tells it.
 */
const MAX_AD_SHARE = 0.25
/** Characters that may go of any page: a short one may have more advertising than else. */
const MIN_TEXT = 400

/** The view of a page that these options ask for. */
export const viewOf = (
  tree: Tree,
  url: URL,
  options: Pick<ContentOptions, 'onlyMainContent' | 'removeAds' | 'includeTags' | 'excludeTags'>,
  recorder?: Recorder,
  site?: PageOfSite,
): View => {
  let view = cleaned(tree, url, options, recorder, site)
  if (options.includeTags.length > 0) {
    const isIncluded = matcherOf(tree, 'includeTags', options.includeTags)
    view.roots = outermost(view, isIncluded)
    if (view.roots.length === 0 && view.contentSource === 'main') {
      // What was asked for by name is better found outside the main content than not at all.
      view = cleaned(tree, url, { ...options, onlyMainContent: false }, recorder)
      view.roots = outermost(view, isIncluded)
    }
  }
  if (options.excludeTags.length > 0) {
    const isExcluded = matcherOf(tree, 'excludeTags', options.excludeTags)
    eachElement(tree, (element) => {
      if (isExcluded(element)) view.marks[element.id]! |= CUT
    })
  }
  return view
}

const cleaned = (
  tree: Tree,
  url: URL,
  options: Pick<ContentOptions, 'onlyMainContent' | 'removeAds'>,
  recorder?: Recorder,
  site?: PageOfSite,
): View => {
  const marks = new Uint8Array(tree.nodes.length)
  markHidden(tree, marks, recorder)
  const view: View = { tree, base: baseOf(tree, url), marks, roots: [tree.body], contentSource: 'body' }
  // The main content is found first: it is told by what stands around it too, and was learned from pages with
  // advertising.
  if (options.onlyMainContent) narrowToMain(view, url, recorder, site)
  if (options.removeAds) markAds(view, recorder)
  return view
}

const eachElement = ({ nodes, html }: Tree, visit: (element: Element) => void): void => {
  for (let id = html.id; id <= html.end; id++) {
    const node = nodes[id]!
    if (isElement(node)) visit(node)
  }
}

const markHidden = (tree: Tree, marks: Uint8Array, recorder?: Recorder): void => {
  const { nodes, body } = tree
  const lengths = new TextLengths(tree)
  const hidden: Element[] = []
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (!isElement(node) || node.attrs.length === 0) continue
    if (!isHidden(node, lengths, nodes.length)) continue
    hidden.push(node)
  }
  const page = pageInWaiting(tree, hidden, lengths)
  for (const element of hidden) {
    if (element === page) continue
    marks[element.id] = HIDDEN
    recorder?.dropped('hidden', element)
  }
  markNoscript(tree, marks, lengths, recorder)
  for (const dialog of findAll(tree, body, 'dialog')) {
    if (dialog.attrs.includes('open')) continue
    marks[dialog.id]! |= HIDDEN
    recorder?.dropped('closed dialog', dialog)
  }
}

/**
 * What a page shows without script is passed over, since it shows it better with: unless it is most of the page (a
 * forum that only a script can lay out), or the only way to an image.
 */
const markNoscript = (tree: Tree, marks: Uint8Array, lengths: TextLengths, recorder?: Recorder): void => {
  const found = findAll(tree, tree.body, 'noscript')
  if (found.length === 0) return
  let without = 0
  let end = -1
  for (const each of found) {
    if (each.id > end) without += lengths.of(each)
    end = Math.max(end, each.end)
  }
  if (without > 0 && !lengths.isMore(tree.body, 2 * without - 1)) return
  for (const each of found) {
    if (isOnlyImage(each)) continue
    marks[each.id]! |= HIDDEN
    recorder?.dropped('for browsers without script', each)
  }
}

/** An image for browsers without script, behind one that only a script fills. */
const isOnlyImage = (noscript: Element): boolean => {
  const { first } = noscript
  let before = noscript.prev
  while (before !== null && !isElement(before)) before = before.prev
  return isElement(first) && first.name === 'img' && before?.name === 'img' && imageSource(before) === null
}

const markAds = (view: View, recorder?: Recorder): void => {
  const { tree, marks, roots } = view
  const { nodes, body } = tree
  const judge = new AdJudge()
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
    measure ??= measureOf(view)
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
  /** Whether an element is too much of a page to be beside it: by its nodes, its text, or a `main` or `h1` in it. */
  isPage: (element: Element) => boolean
  /** Characters of an element's text that is shown. */
  textOf: (element: Element) => number
  /** Characters that advertisements have at most. */
  mostText: number
}

const measureOf = ({ tree, marks }: View): Measure => {
  const { nodes, body } = tree
  // Sums up to each node, so that candidates within candidates are not read again and again.
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

const narrowToMain = (view: View, url: URL, recorder?: Recorder, site?: PageOfSite): void => {
  const { tree, marks } = view
  const main = findMain(tree, url, marks, recorder, site)
  if (main === null) return
  const root = keepOnly(tree, marks, main.kept)
  if (root === null) return
  view.roots = [root]
  view.contentSource = 'main'
  view.isJudged = main.by === 'model'
}

/** Cuts what neither is kept nor holds something that is; gives the smallest element that holds all of it. */
const keepOnly = ({ nodes, body }: Tree, marks: Uint8Array, kept: Uint8Array): Element | null => {
  let first = -1
  let last = -1
  const holds = new Uint8Array(nodes.length)
  for (let id = body.end; id > body.id; id--) {
    if (kept[id] === 1) {
      holds[id] = 1
      first = id
      if (last < 0) last = id
    }
    const { parent } = nodes[id]!
    if (holds[id] === 1 && parent !== null) holds[parent.id] = 1
  }
  if (first < 0) return null
  for (let id = body.id + 1; id <= body.end; id++) {
    if (holds[id] === 1) continue
    marks[id]! |= CUT
    const node = nodes[id]!
    if (isElement(node)) id = node.end
  }
  let root = nodes[first]!
  while (!isElement(root) || root.end < last) root = root.parent!
  return root
}

/** The outermost elements of a view that are named; all of a page where its root is. */
const outermost = ({ tree, roots, marks, contentSource }: View, isNamed: Matcher): Element[] => {
  if (contentSource === 'body' && isNamed(tree.html)) return [tree.body]
  const found: Element[] = []
  for (const root of roots) {
    for (let id = root.id; id <= root.end; id++) {
      const node = tree.nodes[id]!
      if (!isElement(node)) continue
      const isCut = (marks[id]! & CUT) !== 0
      if (!isCut && isNamed(node)) found.push(node)
      else if (!isCut) continue
      id = node.end
    }
  }
  return found
}
