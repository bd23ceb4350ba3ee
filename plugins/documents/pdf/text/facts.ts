import type { Run } from '../model.ts'
import { runsRightToLeft } from './direction.ts'
import type { Vocabulary } from './spans.ts'

/** What is known of a whole document before its parts are read. */
export interface Facts {
  words: Vocabulary
  /** Of most of its letters, points. */
  bodySize: number
  isRightToLeft: boolean
}

/** More words tell nothing new, and take memory. */
const MAX_WORDS = 300_000

/** Takes the facts of a document from all its runs. */
export function factsOf(runs: readonly Run[]): Facts {
  return { words: vocabularyOf(runs), bodySize: bodySizeOf(runs), isRightToLeft: runsRightToLeft(runs) }
}

/** The words of a document, those with hyphens whole; parts of a word at the end of a line do not count. */
function vocabularyOf(runs: readonly Run[]): Vocabulary {
  const words = new Set<string>()
  for (const { text } of runs) {
    for (const found of text.matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu)) {
      const [word] = found
      const isParted = found.index + word.length === text.length - 1 && text.endsWith('-')
      if (!isParted) words.add(word.toLowerCase())
    }
    if (words.size > MAX_WORDS) break
  }
  return words
}

function bodySizeOf(runs: readonly Run[]): number {
  const letters = new Map<number, number>()
  for (const { size, text, mono } of runs) {
    if (mono) continue
    const rounded = Math.round(size * 2) / 2
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
  }
  let [best, most] = [0, -1]
  for (const [size, count] of letters) if (count > most) [best, most] = [size, count]
  return best
}
