/** Decoded bytes from which the expansion ratio of a body is limited. Text reaches a ratio of 30, a bomb 1000. */
const MAX_FREE_BYTES = 4 * 1024 * 1024
const MAX_RATIO = 100

/** The most decoded bytes that `coded` bytes may expand to, given the limit of the whole body. */
export const bombLimit = (coded: number, maxBytes: number): number =>
  Math.min(maxBytes, Math.max(MAX_FREE_BYTES, coded * MAX_RATIO))

/**
 * Whether the output is too large for its input. Several bombs at once would otherwise fill the memory, each within
 * its own limit.
 */
export const isBomb = (decoded: number, coded: number): boolean => decoded > bombLimit(coded, Number.POSITIVE_INFINITY)

/**
 * The chunk size of a decoder in bytes: most pages fit in one chunk, and each chunk costs a trip to another thread.
 */
const MIN_CHUNK = 16 * 1024
const MAX_CHUNK = 256 * 1024
/** Pages rarely compress to less than this fraction of their size. */
const USUAL_RATIO = 8

/** For a decoder that begins with these bytes. */
export const chunkSizeFor = ({ byteLength }: Uint8Array): number =>
  Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, byteLength * USUAL_RATIO))
