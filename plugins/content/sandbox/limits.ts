import type { Limits } from './ask-child.ts'

/** The HTML of a document of 50 MiB is rarely a tenth of it, and the server parses all of it at once. */
export const MAX_ANSWER_BYTES = 16 * 2 ** 20

/** The limits of reading one document. Source: threats T27. */
export const documentLimits: Limits = { memoryBytes: 400 * 2 ** 20, time: 40_000, answerBytes: MAX_ANSWER_BYTES }

/** The most children at work at once; other documents wait. */
export const MAX_CHILDREN = 3
/**
 * Further children for accounts that have none at work. All together may use as much memory as the sum of both counts
 * allows.
 */
export const SPARE_CHILDREN = 2
