/**
 * Decoded bytes beyond which a body may not be more than so many times its coded size: text comes to 30, a bomb to
 * 1000.
 */
const MAX_FREE_BYTES = 4 * 1024 * 1024
const MAX_RATIO = 100

/** Bytes that may come of so many, where the whole may have `maxBytes`. */
export const bombLimit = (coded: number, maxBytes: number): number =>
  Math.min(maxBytes, Math.max(MAX_FREE_BYTES, coded * MAX_RATIO))

/**
 * Whether so many bytes are too many to have come of so few: several bombs at once would fill the memory within any
 * limit.
 */
export const isBomb = (decoded: number, coded: number): boolean => decoded > bombLimit(coded, Number.POSITIVE_INFINITY)

/** Bytes that a decoder gives at once: most pages whole, as each piece costs a trip to another thread. */
const MIN_CHUNK = 16 * 1024
const MAX_CHUNK = 256 * 1024
/** Pages are seldom packed to less than this part of their size. */
const USUAL_RATIO = 8

/** For a decoder that begins with these bytes. */
export const chunkSizeFor = ({ byteLength }: Uint8Array): number =>
  Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, byteLength * USUAL_RATIO))
