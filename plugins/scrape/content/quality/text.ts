import { characterKinds, isRareHan, kind } from './characters.ts'
import { Diversity } from './diversity.ts'
import { syllablesAt } from './syllables.ts'

/** What is counted in a text. */
export interface TextCounts {
  words: number
  sentences: number
  /** Of all words, read as English ones; 0 for another language. */
  syllables: number
  /** White space counts once a run. */
  characters: number
  /** Words of scripts that write spaces. */
  spacedWords: number
  /** 0 to 1, see `Diversity`. */
  lexicalDiversity: number
}

/** Characters of spaceless scripts that are cut into words by dictionary; the count of the rest is extrapolated. */
const SEGMENTED = 5_000
/** Closing marks after a full stop that are looked past. */
const MOST_CLOSING = 8

/** Before a full stop that ends no sentence. */
const abbreviations = new Set(
  'mr mrs ms dr prof sr jr st vs etc inc ltd co no vol fig approx dept est al eg ie cf ca bzw usw nr str abb hr fr sra mme mlle jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

/**
 * Counts a text whose blocks are parted by line breaks. A sentence ends at a full stop (or its like) before white space,
 * and at the end of a block; abbreviations, initials and numbers end none. Words of scripts without spaces are told by
 * `Intl.Segmenter`, those of all others by their letters, which costs a fiftieth.
 */
export const countText = (text: string, language: string | null = null): TextCounts => new Counter(text, language).run()

class Counter {
  readonly #text: string
  readonly #language: string | null
  /** Only of English is anything made of them. */
  readonly #countsSyllables: boolean
  readonly #kinds = characterKinds()
  readonly #diversity = new Diversity()
  /** Where runs of spaceless script begin and end. */
  readonly #runs: [start: number, end: number][] = []
  #words = 0
  #sentences = 0
  #syllables = 0
  #characters = 0
  #inSentence = false

  constructor(text: string, language: string | null) {
    this.#text = text
    this.#language = language
    this.#countsSyllables = language === null || /^en\b/i.test(language)
  }

  run(): TextCounts {
    const text = this.#text
    const kinds = this.#kinds
    const { length } = text
    let blank = true
    for (let at = 0; at < length; ) {
      const code = text.charCodeAt(at)
      const is = kinds[code]!
      if (code <= 32 || code === 0xa0) {
        if (!blank) this.#characters++
        blank = true
        if (is === kind.line) this.#endSentence()
        at++
        continue
      }
      blank = false
      const start = at
      if (is === kind.letter || is === kind.digit) at = this.#word(at, is)
      else if (is === kind.spaceless || (is === kind.pair && isRareHan(code))) at = this.#spaceless(at)
      else {
        at += is === kind.pair ? 2 : 1
        if (is === kind.stop && this.#inSentence && endsSentence(text, at, code)) this.#endSentence()
      }
      this.#characters += at - start
    }
    this.#endSentence()
    if (blank && this.#characters > 0) this.#characters--
    const spacedWords = this.#words
    const words = spacedWords + countSpaceless(text, this.#runs, this.#language, this.#diversity)
    return {
      words,
      sentences: this.#sentences,
      syllables: this.#syllables,
      characters: this.#characters,
      spacedWords,
      lexicalDiversity: this.#diversity.share,
    }
  }

  #endSentence(): void {
    if (this.#inSentence) this.#sentences++
    this.#inSentence = false
  }

  /** Counts the word that begins here; gives where it ends, behind the full stop that belongs to it. */
  #word(start: number, is: number): number {
    const text = this.#text
    const { length } = text
    let at = start
    let hash = 0
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      const what = this.#kinds[code]!
      if (what !== kind.letter && what !== kind.digit && !this.#joins(at, code, what)) break
      hash = (Math.imul(hash, 31) + (code < 128 ? code | 32 : code)) | 0
    }
    this.#words++
    this.#inSentence = true
    this.#diversity.add(hash)
    if (this.#countsSyllables) this.#syllables += is === kind.digit ? 1 : syllablesAt(text, start, at)
    return text.charCodeAt(at) === 46 && endsNoSentence(text, start, at) ? at + 1 : at
  }

  /** Whether a character stands within a word: `don't`, `well-known`, `3.50`, `1,000`. */
  #joins(at: number, code: number, what: number): boolean {
    const next = this.#kinds[this.#text.charCodeAt(at + 1)]
    if (what === kind.joiner) return next === kind.letter || next === kind.digit
    return (
      (code === 46 || code === 44) && next === kind.digit && this.#kinds[this.#text.charCodeAt(at - 1)] === kind.digit
    )
  }

  /** Notes the run of spaceless script that begins here; gives where it ends. */
  #spaceless(start: number): number {
    const text = this.#text
    let at = start
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (this.#kinds[code] === kind.pair && isRareHan(code)) at++
      else if (this.#kinds[code] !== kind.spaceless) break
    }
    this.#runs.push([start, at])
    this.#inSentence = true
    return at
  }
}

/** A stop ends a sentence before white space, a closing mark or the end; one of a spaceless script always does. */
function endsSentence(text: string, at: number, stop: number): boolean {
  if (stop >= 0x3000) return true
  let next = at
  while (next < at + MOST_CLOSING && next < text.length && /["'”’»)\].!?…]/.test(text[next]!)) next++
  return next >= text.length || text.charCodeAt(next) <= 32 || text.charCodeAt(next) === 0xa0
}

/** Whether the full stop after the word from `start` to `end` belongs to an abbreviation or an initial. */
function endsNoSentence(text: string, start: number, end: number): boolean {
  const size = end - start
  if (size > 6) return false
  if (size === 1) return /\p{Lu}/u.test(text[start]!) || /[a-z]/.test(text[end + 1] ?? '')
  return (
    abbreviations.has(text.slice(start, end).toLowerCase()) && text[end + 1] === ' ' && /\S/.test(text[end + 2] ?? '')
  )
}

function countSpaceless(
  text: string,
  runs: readonly [number, number][],
  language: string | null,
  diversity: Diversity,
): number {
  if (runs.length === 0) return 0
  const segmenter = new Intl.Segmenter(segmenterLocale(language), { granularity: 'word' })
  let segmented = 0
  let all = 0
  let words = 0
  for (const [start, end] of runs) {
    all += end - start
    if (segmented >= SEGMENTED) continue
    const run = text.slice(start, Math.min(end, start + SEGMENTED - segmented))
    segmented += run.length
    for (const { segment } of segmenter.segment(run)) {
      words++
      let hash = 0
      for (let at = 0; at < segment.length; at++) hash = (Math.imul(hash, 31) + segment.charCodeAt(at)) | 0
      diversity.add(hash)
    }
  }
  return Math.round((words * all) / segmented)
}

/** The language for the dictionary; what is no language tag is no reason to fail. */
function segmenterLocale(language: string | null): string {
  return language !== null && /^[a-z]{2,3}$/.test(language.slice(0, 2)) ? language.slice(0, 2) : 'und'
}
