/** A page's text cut where a reader sees a new line or paragraph begin. */
export interface Blocks {
  count: number
  /** First and last node of each block's run: with what stands in it beside text. */
  start: Int32Array
  end: Int32Array
  /** Its first text with words. */
  text: Int32Array
  /** The innermost block element around it. */
  holder: Int32Array
  /** `STATS` numbers a block. */
  stats: Float64Array
  /** Where its words begin in `words`; one more than there are blocks. */
  wordsAt: Int32Array
  words: Int32Array
  textHash: Int32Array
  /** The class of its last character that is not a blank, and of its first. */
  lastClass: Uint8Array
  firstClass: Uint8Array
  /** 1 where a browser would not show it. */
  hidden: Uint8Array
}
