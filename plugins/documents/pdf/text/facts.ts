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

/** Letters that stand together in a line of running text, and seldom in a cell. */
const RUNNING_LETTERS = 40
/** Such lines have at least this share of the letters of a document that has running text. */
const MIN_RUNNING = 0.1

/** More words tell nothing new, and take memory. */
const MAX_WORDS = 300_000

/** Takes the facts of a document from all its runs. */
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

/** The size of most letters, or that of running text where it is larger: cells of tables may have more of them. */
function bodySizeOf(runs: readonly Run[]): number {
  const size = commonSize(runs, lettersIn)
  const running = runs.filter(({ text }) => text.length >= RUNNING_LETTERS)
  return allLetters(running) < allLetters(runs) * MIN_RUNNING ? size : Math.max(size, commonSize(running, lettersIn))
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
