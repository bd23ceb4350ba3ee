import type { ContentOptions } from 'weirjs/schemas'
import { markAds } from '../clean/ads/mark-ads.ts'
import { markHidden } from '../clean/mark-hidden.ts'
import type { Recorder } from '../clean/recorder.ts'
import { CUT, EXCLUDED, type MarkedPage } from '../clean/visibility.ts'
import { findMain } from '../main/index.ts'
import type { PageOfSite } from '../main/site-frame/page-of-site.ts'
import { baseOf, type Element, isElement, type Tree } from '../tree/index.ts'
import { keepNotes } from './notes.ts'
import { type Matcher, matcherOf } from './selectors.ts'

/**
 * What the formats show of a page: marks on the nodes of its tree, which is not changed. A marked element is removed
 * with its content.
 */
export interface View extends MarkedPage {
  /** The base of relative URLs. */
  base: URL
  /** What is shown, in document order; none contains another. */
  roots: readonly Element[]
  /** `body` if it is the whole body. */
  contentSource: 'main' | 'body'
  /** Whether the model has judged each text to be main content. */
  isJudged?: boolean
}

/** Creates the view of a page for these options. */
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
      // If nothing of the main content matches the requested names, the rest of the page is searched too.
      view = cleaned(tree, url, { ...options, onlyMainContent: false }, recorder)
      view.roots = outermost(view, isIncluded)
    }
  }
  if (options.excludeTags.length > 0) {
    const isExcluded = matcherOf(tree, 'excludeTags', options.excludeTags)
    for (let id = tree.html.id; id <= tree.html.end; id++) {
      const node = tree.nodes[id]!
      if (isElement(node) && isExcluded(node)) view.marks[id]! |= CUT | EXCLUDED
    }
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
  // The main content is found before ads are removed: what surrounds it helps to recognize it, and the model was
  // trained on pages with ads.
  if (options.onlyMainContent) narrowToMain(view, url, recorder, site)
  if (options.removeAds) markAds(view, recorder)
  return view
}

const narrowToMain = (view: View, url: URL, recorder?: Recorder, site?: PageOfSite): void => {
  const { tree, marks } = view
  const main = findMain(tree, url, marks, recorder, site)
  if (main === null) return
  keepNotes(tree, main.kept, recorder)
  const root = keepOnly(tree, marks, main.kept)
  if (root === null) return
  view.roots = [root]
  view.contentSource = 'main'
  view.isJudged = main.by === 'model'
}

/** Cuts what is neither kept nor contains kept nodes; returns the smallest element that contains all of these. */
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

/** The outermost matching elements of a view; the whole body if the root of a full page matches. */
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
