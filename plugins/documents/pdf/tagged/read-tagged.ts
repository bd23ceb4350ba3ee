import type { Block, Run } from '../model.ts'
import type { Vocabulary } from '../text/spans.ts'
import { runsIn, type StructNode } from './struct-node.ts'
import { TreeReader } from './tree-reader.ts'

/** A page of which less is in the tree is read by its looks. */
const MIN_COVERED = 0.6

/**
 * The blocks that a page's structure tree names; null where the tree leaves out much of the text. What it names as an
 * artifact, such as running heads, it leaves out by design.
 */
export function readTagged(tree: StructNode, runs: readonly Run[], words: Vocabulary): Block[] | null {
  const marked = Map.groupBy(
    runs.filter(({ mark }) => mark !== null),
    ({ mark }) => mark!,
  )
  const all = lettersOf(runs)
  const covered = lettersOf(runsIn(tree, marked, 0))
  if (all === 0 || covered < all * MIN_COVERED) return null
  return new TreeReader(marked, words).blocks(tree.children ?? [], 0)
}

const lettersOf = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.trim().length, 0)
