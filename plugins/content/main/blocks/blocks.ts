/** The text of a page, split where a reader sees a new line or paragraph begin. Arrays have one entry per block. */
export interface Blocks {
  count: number
  /** Ids of the first and last node of each block, elements without text included. */
  start: Int32Array
  end: Int32Array
  /** The id of its first text with words. */
  text: Int32Array
  /** The id of the innermost block element around it. */
  holder: Int32Array
  /** `STATS` numbers per block. */
  stats: Float64Array
  /** Where its words begin in `words`; has one entry more than there are blocks. */
  wordsAt: Int32Array
  words: Int32Array
  textHash: Int32Array
  /** The character class of its last non-blank character, and of its first. */
  lastClass: Uint8Array
  firstClass: Uint8Array
  /** 1 if a browser would not show it. */
  hidden: Uint8Array
}
