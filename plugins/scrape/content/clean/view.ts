import type { ContentSource } from 'weirjs/schemas'
import type { Element, Tree } from '../tree/index.ts'

/** Taken out: no format shows it. */
export const CUT = 1
/** Not shown by a browser: it stands in `html` alone. */
export const HIDDEN = 2

/**
 * What the formats show of a page: marks on the nodes of its tree, which itself stays as it is. An element that is marked
 * goes with all that it holds.
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
  contentSource: ContentSource & ('main' | 'body')
}
