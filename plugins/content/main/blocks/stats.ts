/**
 * What is counted in a block, as indexes into its row of `Blocks.stats`. All of it can be summed over blocks; true
 * counts as 1.
 */

/** Words. */
export const WORDS = 0
/** Words in links. */
export const LINKED = 1
/** Letters, digits and ideographs. */
export const CHARACTERS = 2
/** Words that begin with a capital. */
export const CAPITALS = 3
/** Words that begin with a digit. */
export const NUMBERS = 4
/** Punctuation that ends a sentence. */
export const STOPS = 5
/** Punctuation within a sentence. */
export const COMMAS = 6
/** Question marks. */
export const QUESTIONS = 7
/** Currency signs. */
export const CURRENCIES = 8
/** Signs that separate links and labels. */
export const SEPARATORS = 9
/** Stop words: words that every text in their language contains. */
export const COMMON = 10
/** Links with an address. */
export const LINKS = 11
/** Words in `b`, `strong`, `em`, `i`. */
export const MARKED = 12
/** Pictures. */
export const IMAGES = 13
/** Form fields and buttons. */
export const FIELDS = 14
/** Always 1: its sum is the number of blocks. */
export const ONE = 15
/** 1 for prose: a block of at least 20 words, more than half of them outside links. */
export const PROSE = 16
/** The words of a block that is prose. */
export const PROSE_WORDS = 17
/** 1 for a heading. */
export const HEADINGS = 18
/** The number of stats per block. */
export const STATS = 19
