import { stripped } from '../../white-space.ts'
import { onOneLine } from '../text/declared-text.ts'
import { wordsOf } from '../text/likeness.ts'
import type { HeadlineMark } from './weights.ts'

/**
 * The most characters of a headline, and of a source text: character references are longer than what they represent.
 */
export const MAX_HEADLINE = 400
export const MAX_SOURCE_LENGTH = 2000
/** The most candidates: each is compared with the names of the site, and a page with more is a list. */
const MAX_CANDIDATES = 500

export interface Candidate {
  text: string
  words: readonly string[]
  marks: Set<HeadlineMark>
}

/** Texts that may be the headline. Texts that differ only in case and punctuation are a single candidate. */
export class Candidates {
  /** By the source text, which is usually the same. */
  readonly #byText = new Map<string, Candidate>()
  readonly #byWords = new Map<string, Candidate>()

  add(raw: string | null | undefined, ...marks: readonly HeadlineMark[]): void {
    if (!raw) return
    let candidate = this.#byText.get(raw)
    if (candidate === undefined) {
      candidate = this.#candidateOf(raw)
      if (candidate === undefined) return
      this.#byText.set(raw, candidate)
    }
    for (const mark of marks) candidate.marks.add(mark)
  }

  #candidateOf(raw: string): Candidate | undefined {
    const text = tidy(raw.slice(0, 2 * MAX_HEADLINE))
    if (text === '' || text.length > MAX_HEADLINE) return undefined
    const words = wordsOf(text)
    if (words.length === 0) return undefined
    const key = words.join(' ')
    const known = this.#byWords.get(key)
    if (known === undefined && this.#byWords.size === MAX_CANDIDATES) return undefined
    const candidate = known ?? { text, words, marks: new Set() }
    this.#byWords.set(key, candidate)
    return candidate
  }

  has(words: readonly string[]): boolean {
    return this.#byWords.has(words.join(' '))
  }

  get all(): Iterable<Candidate> {
    return this.#byWords.values()
  }
}

/** Collapses white space, and removes the permalink sign after headings of documentation, but not that of `C#`. */
export const tidy = (text: string) => {
  const line = stripped(onOneLine(text), '', '¶§')
  return line.endsWith(' #') ? stripped(line, '', '#') : line
}
