import { characterKinds, isRareHan, kind } from './characters.ts'

/** What is counted in a text. */
export interface TextCounts {
  words: number
  sentences: number
  /** Of all words, read as English ones. */
  syllables: number
  /** White space counts once a run. */
  characters: number
  /** Words of scripts that write spaces. */
  spacedWords: number
  /** Mean share of different words in windows of 100 words; of fewer words, in all of them. 0 to 1. */
  lexicalDiversity: number
}

/** Words in a window of the lexical diversity, so that a long text is not called poorer than a short one (moving-average type-token ratio). */
const WINDOW = 100
/** Characters of spaceless scripts that are cut into words by dictionary; the count of the rest is extrapolated. */
const SEGMENTED = 5_000

/** Before a full stop that ends no sentence. */
const abbreviations = new Set(
  'mr mrs ms dr prof sr jr st vs etc inc ltd co no vol fig approx dept est al eg ie cf ca bzw usw nr str abb hr fr sra mme mlle jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

const isVowel = (code: number) =>
  code === 97 || code === 101 || code === 105 || code === 111 || code === 117 || code === 121

/** Syllables of an English word from `start` to `end`: groups of vowels, without a mute e at the end; one at least. */
function syllablesAt(text: string, start: number, end: number): number {
  let groups = 0
  let open = false
  for (let at = start; at < end; at++) {
    const vowel = isVowel(text.charCodeAt(at) | 32)
    if (vowel && !open) groups++
    open = vowel
  }
  if (groups > 1 && end - start > 2) {
    const last = text.charCodeAt(end - 1) | 32
    const before = text.charCodeAt(end - 2) | 32
    const third = text.charCodeAt(end - 3) | 32
    // -e is mute (save -le after a consonant), -es and -ed are after most consonants.
    if (last === 101 && !isVowel(before) && !(before === 108 && !isVowel(third))) groups--
    else if (
      (last === 100 && before === 101 && third !== 116 && third !== 100 && !isVowel(third)) ||
      (last === 115 && before === 101 && /[^aeiouysxzhcg]/i.test(text[end - 3]!))
    )
      groups--
  }
  return groups || 1
}

/** Distinct words within a window that moves over the text, each word known by a number. */
class Diversity {
  #seen = new Map<number, number>()
  #ring = new Int32Array(WINDOW)
  #distinct = 0
  #sum = 0
  #count = 0

  add(word: number): void {
    const at = this.#count++
    const slot = at % WINDOW
    if (at >= WINDOW) {
      const leaving = this.#ring[slot]!
      if (this.#seen.get(leaving) === at - WINDOW) this.#distinct--
    }
    const last = this.#seen.get(word)
    if (last === undefined || last <= at - WINDOW) this.#distinct++
    this.#seen.set(word, at)
    this.#ring[slot] = word
    if (at >= WINDOW - 1) this.#sum += this.#distinct
  }

  get share(): number {
    if (this.#count === 0) return 0
    if (this.#count < WINDOW) return this.#distinct / this.#count
    return this.#sum / (this.#count - WINDOW + 1) / WINDOW
  }
}

/**
 * Counts a text whose blocks are parted by line breaks. A sentence ends at a full stop (or its like) before white space,
 * and at the end of a block; abbreviations, initials and numbers end none. Words of scripts without spaces are told by
 * `Intl.Segmenter`, those of all others by their letters, which costs a fiftieth.
 */
export function countText(text: string, language: string | null = null): TextCounts {
  const kinds = characterKinds()
  const diversity = new Diversity()
  const { length } = text
  let words = 0
  let sentences = 0
  let syllables = 0
  let characters = 0
  let sentenceHasWord = false
  let blank = true
  const runs: [start: number, end: number][] = []

  for (let at = 0; at < length; ) {
    const code = text.charCodeAt(at)
    const is = kinds[code]!
    if (code <= 32 || code === 0xa0) {
      if (!blank) characters++
      blank = true
      if (is === kind.line && sentenceHasWord) {
        sentences++
        sentenceHasWord = false
      }
      at++
      continue
    }
    blank = false
    if (is === kind.letter || is === kind.digit) {
      const start = at
      let hash = 0
      while (at < length) {
        const here = text.charCodeAt(at)
        const what = kinds[here]!
        if (
          what === kind.joiner ||
          (here === 46 && kinds[text.charCodeAt(at - 1)] === kind.digit) ||
          (here === 44 && kinds[text.charCodeAt(at - 1)] === kind.digit)
        ) {
          const next = at + 1 < length ? kinds[text.charCodeAt(at + 1)] : kind.other
          if (what === kind.joiner ? next !== kind.letter && next !== kind.digit : next !== kind.digit) break
        } else if (what !== kind.letter && what !== kind.digit) break
        hash = (Math.imul(hash, 31) + (here < 128 ? here | 32 : here)) | 0
        at++
      }
      words++
      characters += at - start
      diversity.add(hash)
      syllables += is === kind.digit ? 1 : syllablesAt(text, start, at)
      sentenceHasWord = true
      if (at < length && text.charCodeAt(at) === 46 && endsNoSentence(text, start, at)) {
        at++
        characters++
      }
    } else if (is === kind.spaceless || (is === kind.pair && isRareHan(code))) {
      const start = at
      while (at < length) {
        const here = text.charCodeAt(at)
        if (kinds[here] === kind.pair && isRareHan(here)) at++
        else if (kinds[here] !== kind.spaceless) break
        at++
      }
      runs.push([start, at])
      characters += at - start
      sentenceHasWord = true
    } else {
      at += is === kind.pair ? 2 : 1
      characters++
      if (is === kind.stop && sentenceHasWord && endsSentence(text, at, code)) {
        sentences++
        sentenceHasWord = false
      }
    }
  }
  if (sentenceHasWord) sentences++
  const spacedWords = words
  words += countSpaceless(text, runs, language, diversity)
  if (blank && characters > 0) characters--
  return { words, sentences, syllables, characters, spacedWords, lexicalDiversity: diversity.share }
}

/** A stop ends a sentence before white space, a closing mark or the end; one of a spaceless script always does. */
function endsSentence(text: string, at: number, stop: number): boolean {
  if (stop >= 0x3000) return true
  let next = at
  while (next < text.length && /["'”’»)\].!?…]/.test(text[next]!)) next++
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
