import { joinHash } from '../../../plugins/content/main/words/hash.ts'

/**
 * Marks the words of a page that are in its gold text, with 1 at their index: the longest common subsequence of the
 * word pairs of both, and then the words that the gold has in another order. Both arguments are hashes of words.
 */
export const align = (page: Int32Array, gold: Int32Array): Uint8Array => {
  const found = new Uint8Array(page.length)
  const taken = new Uint8Array(gold.length)
  const goldPairs = pairs(gold)
  const inGold = new Set(goldPairs)
  const pagePairs = pairs(page)
  const inPage = new Set(pagePairs)
  const left = placesOf(pagePairs, inGold)
  const right = placesOf(goldPairs, inPage)
  // Matches come last first. A match moves right before the following one if the words there are the same.
  let nextPage = -1
  let nextGold = -1
  const matched = (i: number, j: number) => {
    let at = left[i]!
    const to = right[j]!
    if (to === nextGold - 1 && pagePairs[nextPage - 1] === goldPairs[to]) at = nextPage - 1
    found[at] = 1
    found[at + 1] = 1
    taken[to] = 1
    taken[to + 1] = 1
    nextPage = at
    nextGold = to
  }
  subsequence(
    left.map((at) => pagePairs[at]!),
    right.map((at) => goldPairs[at]!),
    matched,
  )
  if (gold.length === 1) for (let i = 0; i < page.length; i++) if (page[i] === gold[0]) found[i] = 1
  alignMoved(page, gold, found, taken)
  return found
}

const RUN = 4

/** Matches runs of the gold that are not found yet, anywhere in the rest of the page. */
const alignMoved = (page: Int32Array, gold: Int32Array, found: Uint8Array, taken: Uint8Array): void => {
  const places = new Map<number, number[]>()
  for (let i = 0; i + RUN <= page.length; i++) {
    if (isTaken(found, i)) continue
    const key = runAt(page, i)
    const list = places.get(key)
    if (list) list.push(i)
    else places.set(key, [i])
  }
  for (let j = 0; j + RUN <= gold.length; j++) {
    if (isTaken(taken, j)) continue
    const at = places.get(runAt(gold, j))?.find((place) => !isTaken(found, place))
    if (at === undefined) continue
    let length = 0
    while (
      at + length < page.length &&
      j + length < gold.length &&
      page[at + length] === gold[j + length] &&
      taken[j + length] === 0 &&
      found[at + length] === 0
    ) {
      found[at + length] = 1
      taken[j + length] = 1
      length++
    }
  }
}

const isTaken = (flags: Uint8Array, at: number) => {
  for (let i = at; i < at + RUN; i++) if (flags[i] === 1) return true
  return false
}

const runAt = (words: Int32Array, at: number) => {
  let hash = 0
  for (let i = at; i < at + RUN; i++) hash = joinHash(hash, words[i]!)
  return hash
}

const pairs = (words: Int32Array): Int32Array => {
  const made = new Int32Array(Math.max(0, words.length - 1))
  for (let i = 0; i < made.length; i++) made[i] = joinHash(words[i]!, words[i + 1]!)
  return made
}

const placesOf = (keys: Int32Array, among: ReadonlySet<number>): Int32Array => {
  const places: number[] = []
  for (let i = 0; i < keys.length; i++) if (among.has(keys[i]!)) places.push(i)
  return Int32Array.from(places)
}

/** The most cells of the bit table, in 32-bit words; longer sequences are cut. */
const MAX_CELLS = 60_000_000

/**
 * Calls back with the indexes of each pair of a longest common subsequence, last first. Bit-parallel: a row of bits
 * for each element of the first sequence. Source: Hyyrö 2004, "Bit-parallel LCS-length computation revisited".
 */
const subsequence = (a: Int32Array, b: Int32Array, match: (i: number, j: number) => void): void => {
  const width = Math.ceil(b.length / 32)
  const rows = Math.min(a.length, width === 0 ? 0 : Math.floor(MAX_CELLS / width))
  const table = new Uint32Array(rows * width)
  const masks = new Map<number, Uint32Array>()
  for (let j = 0; j < b.length; j++) {
    let mask = masks.get(b[j]!)
    if (mask === undefined) {
      mask = new Uint32Array(width)
      masks.set(b[j]!, mask)
    }
    mask[j >> 5]! |= 1 << (j & 31)
  }
  let previous = new Uint32Array(width).fill(0xffff_ffff)
  for (let i = 0; i < rows; i++) {
    const row = table.subarray(i * width, (i + 1) * width)
    const mask = masks.get(a[i]!)
    if (mask === undefined) row.set(previous)
    else {
      let carry = 0
      for (let k = 0; k < width; k++) {
        const v = previous[k]!
        const u = (v & mask[k]!) >>> 0
        const total = v + u + carry
        carry = total > 0xffff_ffff ? 1 : 0
        row[k] = (total >>> 0) | (v & ~u)
      }
    }
    previous = row
  }
  const bit = (i: number, j: number) => (table[i * width + (j >> 5)]! >>> (j & 31)) & 1
  let i = rows
  let j = b.length
  while (i > 0 && j > 0) {
    if (bit(i - 1, j - 1) === 1) j--
    else {
      i--
      if (i === 0 || bit(i - 1, j - 1) === 1) {
        j--
        match(i, j)
      }
    }
  }
}
