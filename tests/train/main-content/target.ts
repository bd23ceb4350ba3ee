import type { Blocks } from '../../../plugins/content/main/blocks/blocks.ts'
import { wordsOf } from '../../../plugins/content/main/words/hash.ts'
import type { Label } from '../labelled-pages.ts'
import { align } from './align.ts'

/** The share of each block's words that is content by the label; -1 if the label does not tell. */
export const targetOf = ({ count, words, wordsAt }: Blocks, label: Label): Float32Array => {
  const target = new Float32Array(count).fill(-1)
  const all = words.subarray(0, wordsAt[count])
  if (label.text !== undefined) {
    const gold = Int32Array.from(wordsOf(label.text))
    // A page without content does not show what content looks like, and most such labels are mistakes.
    if (gold.length === 0) return target
    const found = align(all, gold)
    for (let i = 0; i < count; i++) {
      let hits = 0
      for (let at = wordsAt[i]!; at < wordsAt[i + 1]!; at++) hits += found[at]!
      target[i] = hits / (wordsAt[i + 1]! - wordsAt[i]!)
    }
    return target
  }
  for (const text of label.with ?? []) mark(target, 1, placesOf(all, wordsAt, wordsOf(text)))
  for (const text of label.without ?? []) mark(target, 0, placesOf(all, wordsAt, wordsOf(text)))
  return target
}

const mark = (target: Float32Array, value: number, places: ReadonlySet<number>) => {
  for (const at of places) target[at] = target[at]! < 0 ? value : (target[at]! + value) / 2
}

/** The blocks with a run of words. */
const placesOf = (words: Int32Array, wordsAt: Int32Array, run: readonly number[]): Set<number> => {
  const found = new Set<number>()
  if (run.length === 0) return found
  let block = 0
  for (let i = 0; i + run.length <= words.length; i++) {
    while (wordsAt[block + 1]! <= i) block++
    let length = 0
    while (length < run.length && words[i + length] === run[length]) length++
    if (length < run.length) continue
    for (let each = block; wordsAt[each]! < i + run.length; each++) found.add(each)
  }
  return found
}
