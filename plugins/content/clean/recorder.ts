import type { Element, Node } from '../tree/index.ts'

/**
 * Records what each rule does with the parts of a page. It is optional: rules call it only where they do something,
 * not for each node.
 */
export interface Recorder {
  /** A rule has dropped a node with its content. */
  dropped(rule: string, node: Node): void
  /** A rule keeps a node with its content, whatever other rules decided about its blocks. */
  kept(rule: string, node: Node): void
  /** Landmarks show that an element contains the main content of the page; everything outside was dropped. */
  narrowed(element: Element): void
  /** The model has judged the blocks of a page. */
  judged(judgement: Judgement): void
  /** The choice of blocks after a rule, 1 for each chosen block. */
  chosen(rule: string, choice: Uint8Array): void
}

/** The model's prediction for a page, and the resulting threshold. */
export interface Judgement {
  /** The first and last node of each block. */
  blocks: { count: number; start: Int32Array; end: Int32Array }
  /** The chance of each block to be content, and the chance from which on blocks are chosen. */
  chances: Float32Array
  cut: number
  pageType: string
}
