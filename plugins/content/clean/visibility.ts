import type { Tree } from '../tree/index.ts'

/** Removed: no format shows it. */
export const CUT = 1
/** Not shown by a browser, or not wanted in running text: only `html` contains it. */
export const HIDDEN = 2
/** Set besides `CUT` on what the caller has excluded. */
export const EXCLUDED = 4

/** The tree of a page, and the marks on its nodes. */
export interface MarkedPage {
  tree: Tree
  /** `CUT`, `HIDDEN` and `EXCLUDED`, indexed by node id. */
  marks: Uint8Array
}
