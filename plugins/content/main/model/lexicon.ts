/**
 * What words tell of the text they stand in or around, learned from labelled pages: log odds that it is content, by
 * the words' hashes. It holds no word and no text.
 */
export interface Lexicon {
  /** Words in `class`, `id` and the like of an element around the text. */
  names: ReadonlyMap<number, number>
  /** Short texts as wholes. */
  texts: ReadonlyMap<number, number>
  /** Words of short texts. */
  words: ReadonlyMap<number, number>
}

/** The longest text that is looked up as a whole, words. */
export const MAX_PHRASE_WORDS = 8
/** The longest text whose words are looked up, words. */
export const MAX_TEXT_WORDS = 24
