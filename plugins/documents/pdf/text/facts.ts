import type { Run } from '../model.ts'
import { commonSize } from './common-size.ts'
import { runsRightToLeft } from './direction.ts'
import type { Vocabulary } from './spans.ts'

/** What is known of a whole document before its parts are read. */
export interface Facts {
  words: Vocabulary
  /** The size of most letters that are not code, in points. */
  bodySize: number
  isRightToLeft: boolean
}

/** More words tell nothing new, and take memory. */
const MAX_WORDS = 300_000

/** Takes the facts of a document from all its runs. */
export function factsOf(runs: readonly Run[]): Facts {
  const prose = runs.filter(({ mono }) => !mono)
  return {
    words: vocabularyOf(runs),
    bodySize: commonSize(prose, ({ text }) => text.length),
    isRightToLeft: runsRightToLeft(runs),
  }
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
