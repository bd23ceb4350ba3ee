import type { Run } from '../model.ts'
import { commonSize } from './common-size.ts'
import { runsRightToLeft } from './direction.ts'
import type { Vocabulary } from './spans.ts'

/** Facts about a whole document, which are collected before its parts are read. */
export interface Facts {
  words: Vocabulary
  /** The size of most letters that are not code, in points. */
  bodySize: number
  isRightToLeft: boolean
}

/** Minimum length of a run in running text. Cells of tables seldom have such long ones. */
const RUNNING_LETTERS = 40
/** Minimum share of the letters of a document in such runs, if it has running text. */
const MIN_RUNNING = 0.1

/** More words are of little use and take memory. */
const MAX_WORDS = 300_000

/** Collects the facts from all runs of a document. */
export function factsOf(runs: readonly Run[]): Facts {
  const prose = runs.filter(({ mono }) => !mono)
  return {
    words: vocabularyOf(runs),
    bodySize: bodySizeOf(prose),
    isRightToLeft: runsRightToLeft(runs),
  }
}

const lettersIn = ({ text }: Run) => text.length
const allLetters = (runs: readonly Run[]) => runs.reduce((letters, run) => letters + lettersIn(run), 0)

/** The size of most letters, or of running text if that is larger, as tables may have more letters than text. */
function bodySizeOf(runs: readonly Run[]): number {
  const size = commonSize(runs, lettersIn)
  const running = runs.filter(({ text }) => text.length >= RUNNING_LETTERS)
  return allLetters(running) < allLetters(runs) * MIN_RUNNING ? size : Math.max(size, commonSize(running, lettersIn))
}

/** The words of a document. Words with hyphens are one word; words that are split between lines do not count. */
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
