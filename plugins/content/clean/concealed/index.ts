import { attr, isElement, type Tree } from '../../tree/index.ts'
import { isPanel } from '../hidden.ts'
import type { Recorder } from '../recorder.ts'
import { CUT } from '../visibility.ts'
import { isTakenAway, isUnreadable, readDeclarations } from './declarations.ts'
import { readRules } from './rules.ts'

/** An element with more than this share of the page is never concealed: a script shows it. */
const MAX_SHARE = 0.5

/**
 * Marks what no reader of the page sees, as far as its own styles and style sheets tell; formats for a model omit it.
 * What opens on demand, such as the panel of a tab, is content. Returns whether anything was marked.
 */
export const markConcealed = (tree: Tree, marks: Uint8Array, recorder?: Recorder): boolean => {
  const { nodes, body } = tree
  const rules = readRules(tree)
  let isAny = false
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (!isElement(node)) continue
    const text = attr(node, 'style')
    const style = text ? readDeclarations(text) : undefined
    const isLarge = node.end - node.id > nodes.length * MAX_SHARE
    const isUnseen = (style && isUnreadable(style)) || rules.unreadable(node)
    const isAway = ((style && isTakenAway(style)) || rules.takenAway(node)) && !isPanel(node)
    if (!isUnseen && !(isAway && !isLarge)) continue
    marks[id]! |= CUT
    isAny = true
    recorder?.dropped('concealed', node)
    id = node.end
  }
  return isAny
}
