import type { Tree } from '../tree/index.ts'

/** Taken out: no format shows it. */
export const CUT = 1
/** Not shown by a browser, or not wanted in running text: it stands in `html` alone. */
export const HIDDEN = 2

/** A page's tree, and the marks on its nodes. */
export interface MarkedPage {
  tree: Tree
  /** `CUT` and `HIDDEN`, by the nodes' ids. */
  marks: Uint8Array
}
