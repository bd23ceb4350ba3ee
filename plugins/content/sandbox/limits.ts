import type { Limits } from './ask-child.ts'

/** The HTML of a document of 50 MiB is seldom a tenth of it, and the server parses all of it at once. */
export const MAX_ANSWER_BYTES = 16 * 2 ** 20

/** What the reading of one document may use. Source: threats T27. */
export const documentLimits: Limits = { memoryBytes: 400 * 2 ** 20, time: 40_000, answerBytes: MAX_ANSWER_BYTES }

/** Children at work at once; others wait. */
export const MAX_CHILDREN = 3
/**
 * Children beyond, for accounts that have none at work. All together may hold the sum of both times the memory of
 * one.
 */
export const SPARE_CHILDREN = 2
