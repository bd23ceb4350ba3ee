import { classTable, DIGIT, IDEOGRAPH, LOWER, lowerTable, UPPER } from './characters.ts'

/** The initial value of a hash. Source: FNV-1a, 32 bits. */
export const BASIS = 0x811c9dc5 | 0
/** The multiplier of a hash. */
export const PRIME = 0x01000193

/** The hash of a lower-case word, which represents it everywhere. */
export const hashOf = (word: string): number => {
  let hash = BASIS
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME)
  return hash
}

/** Adds the hash of a word to that of a text. */
export const joinHash = (text: number, word: number): number => Math.imul(text ^ word, PRIME) ^ (text >>> 15)

/** The hashes of a text's words: runs of letters and digits in lower case, and single ideographs. At most `most`. */
export const wordsOf = (text: string, most = Number.POSITIVE_INFINITY): number[] => {
  const classes = classTable()
  const lower = lowerTable()
  const found: number[] = []
  let hash = BASIS
  for (let i = 0; i <= text.length && found.length < most; i++) {
    const c = i < text.length ? text.charCodeAt(i) : 32
    const kind = classes[c]!
    if (kind === LOWER || kind === UPPER || kind === DIGIT) hash = Math.imul(hash ^ lower[c]!, PRIME)
    else {
      if (hash !== BASIS) found.push(hash)
      hash = BASIS
      if (kind === IDEOGRAPH) found.push(Math.imul(BASIS ^ c, PRIME))
    }
  }
  return found
}

/** Adds the hashes of a text's first words to a set. */
export const addWords = (set: Set<number>, text: string, most: number): void => {
  for (const word of wordsOf(text, most)) set.add(word)
}

/** The hashes of the words in a name: `siteHeader main-nav_2` has site, header, main and nav. At most `most`. */
export const nameWords = (name: string, most: number): number[] => {
  const found: number[] = []
  let hash = BASIS
  let length = 0
  let wasLower = false
  for (let i = 0; i <= name.length && found.length < most; i++) {
    const c = i < name.length ? name.charCodeAt(i) : 32
    const isUpper = c >= 65 && c <= 90
    const isLower = c >= 97 && c <= 122
    if (length > 0 && (!(isUpper || isLower) || (isUpper && wasLower))) {
      if (length > 1) found.push(hash)
      hash = BASIS
      length = 0
    }
    if (isUpper || isLower) {
      hash = Math.imul(hash ^ (c | 32), PRIME)
      length++
    }
    wasLower = isLower
  }
  return found
}
