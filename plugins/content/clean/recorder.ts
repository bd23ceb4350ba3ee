import type { Element, Node } from '../tree/index.ts'

/**
 * Is told by each rule what it does with the parts of a page. Without one nothing is written down: rules look for it
 * where they do something, not at each node.
 */
export interface Recorder {
  /** A rule has dropped a node with all that it holds. */
  dropped(rule: string, node: Node): void
  /** A rule keeps a node with all that it holds, whatever others said of its blocks. */
  kept(rule: string, node: Node): void
  /** The landmarks of the page tell that an element holds its main content: all outside was dropped. */
  narrowed(element: Element): void
  /** The model has judged the blocks of a page. */
  judged(judgement: Judgement): void
  /** How the choice of blocks stands after a rule, 1 for a block that is taken. */
  chosen(rule: string, choice: Uint8Array): void
}

/** What the model says of a page, and what follows for the choice. */
export interface Judgement {
  /** First and last node of each block. */
  blocks: { count: number; start: Int32Array; end: Int32Array }
  /** The chance of each block that it is content, and the one from which on blocks are taken. */
  chances: Float32Array
  cut: number
  pageType: string
}
