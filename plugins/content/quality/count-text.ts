import { characterKinds, isRareHan, kind, OF_WORD } from './characters.ts'
import { lexicalDiversity } from './diversity.ts'
import { spokenSyllables } from './syllables.ts'

/** The counts of a text. */
export interface TextCounts {
  words: number
  sentences: number
  /** The syllables of all words, read as English; 0 for another language. */
  syllables: number
  /** A run of white space counts as one character. */
  characters: number
  /** Words of scripts with spaces between words. */
  spacedWords: number
  /** 0 to 1, see `diversity.ts`. */
  lexicalDiversity: number
}

/**
 * The most characters of spaceless scripts that are segmented with a dictionary; the count of the rest is
 * extrapolated.
 */
const SEGMENTED = 5_000
/** The most closing marks that are skipped after a full stop. */
const MAX_CLOSING = 8
const CLOSING = '"\'”’»)].!?…'

const FULL_STOP = 46
const COMMA = 44

/** Words whose full stop does not end a sentence. */
const abbreviations = new Set(
  'mr mrs ms dr prof sr jr st vs etc inc ltd co no vol fig approx dept est al eg ie cf ca bzw usw nr str abb hr fr sra mme mlle jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

/**
 * Counts a text with line breaks between its blocks. A sentence ends at a full stop or similar mark before white
 * space, and at the end of a block, but not after abbreviations, initials and numbers. Words of scripts without
 * spaces are found by `Intl.Segmenter`, all others by their letters, which takes a fiftieth of the time.
 */
export function countText(text: string, language: string | null = null): TextCounts {
  const kinds = characterKinds()
  const { length } = text
  // Syllables are only used for English.
  const countsSyllables = language === null || /^en\b/i.test(language)
  /** A hash of each word. */
  const hashes: number[] = []
  /** The start and end of each run of spaceless script. */
  const runs: [start: number, end: number][] = []
  let sentences = 0
  let syllables = 0
  /** White space that is not counted: repeated, and at the ends. */
  let surplus = 0
  let blank = true
  /** The number of unfinished sentences: 0 or 1. */
  let open = 0

  for (let at = 0; at < length; ) {
    const code = text.charCodeAt(at)
    const is = kinds[code]!
    if (code <= 32 || code === 0xa0) {
      if (blank) surplus++
      blank = true
      if (is === kind.line) {
        sentences += open
        open = 0
      }
      at++
      continue
    }
    blank = false
    if ((is & OF_WORD) !== 0) {
      const start = at
      let hash = 0
      let vowels = 0
      let before = 0
      do {
        const each = text.charCodeAt(at)
        // Adds one if a vowel follows no vowel. Without a branch, because it would be mispredicted at every other
        // letter.
        vowels += kinds[each]! & ~before & kind.vowel
        before = kinds[each]!
        hash = (Math.imul(hash, 31) + (each < 128 ? each | 32 : each)) | 0
        at++
      } while (at < length && continuesWord(text, at, kinds))
      open = 1
      hashes.push(hash)
      if (countsSyllables) syllables += is === kind.digit ? 1 : spokenSyllables(vowels, text, start, at)
      if (at < length && text.charCodeAt(at) === FULL_STOP && isAbbreviation(text, start, at)) at++
    } else if (is === kind.spaceless || (is === kind.pair && isRareHan(code))) {
      const start = at
      at = endOfSpaceless(text, at, kinds)
      runs.push([start, at])
      open = 1
    } else {
      at += is === kind.pair ? 2 : 1
      if (is === kind.stop && open === 1 && endsSentence(text, at, code)) {
        sentences++
        open = 0
      }
    }
  }
  sentences += open
  if (blank && surplus < length) surplus++
  const spacedWords = hashes.length
  return {
    words: spacedWords + countSpaceless(text, runs, language, hashes),
    sentences,
    syllables,
    characters: length - surplus,
    spacedWords,
    lexicalDiversity: lexicalDiversity(hashes),
  }
}

/** Whether a word continues with this character: `don't`, `well-known`, `3.50` and `1,000` are words. */
function continuesWord(text: string, at: number, kinds: Uint8Array): boolean {
  const code = text.charCodeAt(at)
  const is = kinds[code]!
  if ((is & OF_WORD) !== 0) return true
  const numeric = code === FULL_STOP || code === COMMA
  if ((is !== kind.joiner && !numeric) || at + 1 === text.length) return false
  const next = kinds[text.charCodeAt(at + 1)]!
  return numeric ? next === kind.digit && kinds[text.charCodeAt(at - 1)] === kind.digit : (next & OF_WORD) !== 0
}

function endOfSpaceless(text: string, start: number, kinds: Uint8Array): number {
  let at = start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (kinds[code] === kind.pair && isRareHan(code)) at++
    else if (kinds[code] !== kind.spaceless) break
  }
  return at
}

/** A stop ends a sentence before white space, a closing mark or the end; a stop of a spaceless script always does. */
function endsSentence(text: string, at: number, stop: number): boolean {
  if (stop >= 0x3000) return true
  let next = at
  while (next < at + MAX_CLOSING && next < text.length && CLOSING.includes(text[next]!)) next++
  return next >= text.length || text.charCodeAt(next) <= 32 || text.charCodeAt(next) === 0xa0
}

/** Whether the full stop after the word from `start` to `end` belongs to an abbreviation or an initial. */
function isAbbreviation(text: string, start: number, end: number): boolean {
  const size = end - start
  if (size > 6) return false
  if (size === 1)
    return /\p{Lu}/u.test(text[start]!) || /[a-z]/.test(text[end + 1] ?? '') || endsLetters(text, start, end)
  // Checking the next word is faster than looking up the abbreviation.
  return (
    text[end + 1] === ' ' && /\S/.test(text[end + 2] ?? '') && abbreviations.has(text.slice(start, end).toLowerCase())
  )
}

/** Whether a letter ends an abbreviation such as `e.g.`, after which the sentence continues in lower case. */
const endsLetters = (text: string, start: number, end: number) =>
  text.charCodeAt(start - 1) === FULL_STOP && /\p{Ll}/u.test(text[end + 2] ?? '')

/** Counts the words in runs of spaceless script, and adds their hashes to `hashes`. */
function countSpaceless(
  text: string,
  runs: readonly [number, number][],
  language: string | null,
  hashes: number[],
): number {
  if (runs.length === 0) return 0
  const sample: string[] = []
  let segmented = 0
  let all = 0
  for (const [start, end] of runs) {
    all += end - start
    if (segmented >= SEGMENTED) continue
    const run = text.slice(start, Math.min(end, start + SEGMENTED - segmented))
    segmented += run.length
    sample.push(run)
  }
  let words = 0
  // Segmented all at once, because each call costs as much as ten words. No word crosses a line break.
  const segmenter = new Intl.Segmenter(segmenterLocale(language), { granularity: 'word' })
  for (const { segment } of segmenter.segment(sample.join('\n'))) {
    if (segment === '\n') continue
    words++
    let hash = 0
    for (let at = 0; at < segment.length; at++) hash = (Math.imul(hash, 31) + segment.charCodeAt(at)) | 0
    hashes.push(hash)
  }
  return Math.round((words * all) / segmented)
}

/** The language of the dictionary; an invalid language tag must not make the segmenter throw. */
function segmenterLocale(language: string | null): string {
  return language !== null && /^[a-z]{2,3}$/.test(language.slice(0, 2)) ? language.slice(0, 2) : 'und'
}
