/** Resident memory at which a child is killed. Source: threats T27. */
export const MOST_MEMORY_BYTES = 400 * 2 ** 20
/** Time for one document, ms, from its first byte to its answer. */
export const MOST_TIME = 20_000
/** Of an answer: the HTML of a document of 50 MiB is seldom a tenth of it, and the server parses all of it at once. */
export const MOST_ANSWER_BYTES = 16 * 2 ** 20
/** Children at work at once; others wait. Together they may hold this number times the memory of one. */
export const MOST_CHILDREN = 4
