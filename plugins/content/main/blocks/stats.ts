/**
 * What is counted in a block, as places in its row of `Blocks.stats`. All of it can be summed over blocks: of what is
 * true or false, 1 stands for true.
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
/** Signs that end a sentence. */
export const STOPS = 5
/** Signs that part a sentence. */
export const COMMAS = 6
/** Question marks. */
export const QUESTIONS = 7
/** Signs of currencies. */
export const CURRENCIES = 8
/** Signs that stand between links and labels. */
export const SEPARATORS = 9
/** Words that every text in their language has. */
export const COMMON = 10
/** Links with an address. */
export const LINKS = 11
/** Words in `b`, `strong`, `em`, `i`. */
export const MARKED = 12
/** Pictures. */
export const IMAGES = 13
/** Fields of forms and buttons. */
export const FIELDS = 14
/** Always 1: its sum is the number of blocks. */
export const ONE = 15
/** 1 for a block of at least 20 words with most of them outside of links. */
export const PROSE = 16
/** The words of such a block. */
export const PROSE_WORDS = 17
/** 1 for a heading. */
export const HEADINGS = 18
/** How many numbers there are. */
export const STATS = 19
