/**
 * What words tell about the text that they stand in or around, learned from labelled pages: log odds that it is
 * content, by the words' hashes. Contains no words or texts.
 */
export interface Lexicon {
  /** Words in `class`, `id` and similar attributes of an element around the text. */
  names: ReadonlyMap<number, number>
  /** Short texts as a whole. */
  texts: ReadonlyMap<number, number>
  /** Words of short texts. */
  words: ReadonlyMap<number, number>
}

/** The longest text that is looked up as a whole, in words. */
export const MAX_PHRASE_WORDS = 8
/** The longest text whose words are looked up, in words. */
export const MAX_TEXT_WORDS = 24
