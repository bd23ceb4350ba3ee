import { imageSource } from '../links/image.ts'
import { type Element, elementBefore, findAll, isElement, type Tree } from '../tree/index.ts'
import { isHidden, pageInWaiting } from './hidden.ts'
import type { Recorder } from './recorder.ts'
import { TextLengths } from './text-lengths.ts'
import { HIDDEN } from './visibility.ts'

/** Marks what a browser with scripts does not show: hidden elements, most of `noscript`, and closed dialogs. */
export const markHidden = (tree: Tree, marks: Uint8Array, recorder?: Recorder): void => {
  const { nodes, body } = tree
  const lengths = new TextLengths(tree)
  const hidden: Element[] = []
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (isElement(node) && node.attrs.length > 0 && isHidden(node, lengths, nodes.length)) hidden.push(node)
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
 * Marks content for browsers without scripts, because the page has better content with scripts, unless it is most of
 * the page (as in a forum that only a script lays out), or the only source of an image.
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

/** Whether a `noscript` contains the image that a script would load into the image before it. */
const isOnlyImage = (noscript: Element): boolean => {
  const { first } = noscript
  const before = elementBefore(noscript)
  return isElement(first) && first.name === 'img' && before?.name === 'img' && imageSource(before) === null
}
