import type { Block, Run } from '../model.ts'
import type { Vocabulary } from '../text/spans.ts'
import { runsIn, type StructNode } from './struct-node.ts'
import { TreeReader } from './tree-reader.ts'

/** The minimum share of text in the structure tree. With less, a page is read by its layout. */
const MIN_COVERED = 0.6

/**
 * Reads a page by its structure tree; null if the tree lacks much of the text. Artifacts, such as running headers,
 * are left out by design.
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
