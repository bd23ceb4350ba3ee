/**
 * The words in a window, so that a long text does not score lower than a short one (moving-average type-token ratio).
 */
const WINDOW = 100
/** The mask of the ring of remembered positions: the next power of two, minus one. */
const RING = 127
const BUCKETS = 512

/**
 * How many different words a text uses: the mean share of distinct words in a window of 100 words that moves over it;
 * for fewer words, their share in the text. `words` are hashes. 0 to 1.
 */
export function lexicalDiversity(words: readonly number[]): number {
  if (words.length === 0) return 0
  /**
   * The position (from 1) of the last word in each bucket; for each position in the ring, the previous one in its
   * bucket.
   */
  const heads = new Int32Array(BUCKETS)
  const before = new Int32Array(RING + 1)
  /** Whether the word occurs again after this position. */
  const again = new Uint8Array(RING + 1)
  let distinct = 0
  let sum = 0
  for (let place = 1; place <= words.length; place++) {
    const word = words[place - 1]!
    const gone = Math.max(0, place - WINDOW)
    if (gone > 0 && again[gone & RING] === 0) distinct--
    const bucket = Math.imul(word, 0x9e3779b1) >>> 23
    const last = heads[bucket]!
    let same = last
    while (same > gone && words[same - 1] !== word) same = before[same & RING]!
    if (same > gone) again[same & RING] = 1
    else distinct++
    heads[bucket] = place
    before[place & RING] = last
    again[place & RING] = 0
    if (place >= WINDOW) sum += distinct
  }
  return words.length < WINDOW ? distinct / words.length : sum / (words.length - WINDOW + 1) / WINDOW
}
