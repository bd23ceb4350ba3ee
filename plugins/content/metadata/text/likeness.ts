/** The words of a text, in lower case. Chinese and Japanese have no blanks between words: each character is one. */
export const wordsOf = (text: string): string[] => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return unspaced.test(text) ? words.flatMap((word) => word.match(unspacedOrOther)!) : words
}

const unspaced = /[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]/
const unspacedOrOther = /[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|[^\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+/g

/** The number of words that two lists share; a repeated word counts as often as both contain it. */
export function sharedWords(left: readonly string[], right: readonly string[]): number {
  if (left.length < 32 && right.length < 32) return sharedByTurns(left, right)
  const counts = new Map<string, number>()
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of right) {
    const count = counts.get(word)
    if (!count) continue
    counts.set(word, count - 1)
    shared++
  }
  return shared
}

/** Compares short lists without a map: `taken` has a bit for each matched word of `left`. */
function sharedByTurns(left: readonly string[], right: readonly string[]): number {
  let taken = 0
  let shared = 0
  for (const word of right) {
    for (let at = 0; at < left.length; at++) {
      if ((taken & (1 << at)) !== 0 || left[at] !== word) continue
      taken |= 1 << at
      shared++
      break
    }
  }
  return shared
}

/** Whether two texts are at least this similar. The lengths rule out most pairs. */
export const isAlike = (left: readonly string[], right: readonly string[], least: number): boolean =>
  2 * Math.min(left.length, right.length) >= least * (left.length + right.length) && likeness(left, right) >= least

/**
 * The similarity of two texts by their words: 0 without a common word, 1 for the same words in any order (Dice's
 * coefficient).
 */
export const likeness = (left: readonly string[], right: readonly string[]): number =>
  left.length + right.length === 0 ? 0 : (2 * sharedWords(left, right)) / (left.length + right.length)
