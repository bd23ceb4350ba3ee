import { CONTINUATION, decodeRun, runs } from './sequences.ts'

/** What may follow a word of capitals that ends in Ã or Â, as in Portuguese and Vietnamese. */
const BEHIND_WORD = /^[\u00c2\u00c3][ \u00a0\u00ad\u00a9\u00ae\u00b2\u00b3\u00b7\u00b9\u00bb\u2013-\u2026\u2122]/
/** Combinations that no language has: control characters, and á, â or ð before certain marks. */
const NEVER_WRITTEN = new RegExp(
  `[\u0080-\u009f]|\u00e2\u20ac|\u00f0\u0178|\u00e1\u00ba${CONTINUATION}|` +
    `\u00e2[\u201a\u201e\u2020\u02c6\u02dc\u0153\u201c-\u2022\u2013\u2014]${CONTINUATION}`,
)
/** Most non-ASCII letters of English and its neighbours, and all symbols of Latin-1, begin with these. */
const LATIN_LEAD = /[\u00c2\u00c3]/
const LETTERS = /^[\p{L}\p{M}]{2,}$/u
const CAPITAL = /\p{Lu}/u

/** Whether a run is not text as it is, but would be after undoing a second encoding. */
export const isTelling = (run: string, before: string): boolean => {
  if (NEVER_WRITTEN.test(run)) return true
  if (LATIN_LEAD.test(run)) return !(BEHIND_WORD.test(run) && CAPITAL.test(before))
  return LETTERS.test(decodeRun(run))
}

const OTHER_LETTER = /[\u0080-\u009f\u00c0-\u00ff]/
const OPENING = /[>"'(`[\u2018\u201c\u00ab]/
const CLOSING = /[<"')`\]\u2019\u201d\u00bb]/
/** Words of a text that may be about encodings. */
const ABOUT_ENCODINGS =
  /\b(?:mojibake|utf-?8|unicode|charset|character (?:set|encoding)|(?:windows|cp)-?125\d|iso[- ]?8859|latin-?1)\b/i
const TAG = /<[^<>]*>/g
const CONTROL = /[\u0080-\u009f]/

/** The fewest characters in telling runs, for a whole page and for a page of which some text is right. */
const MIN_TELLING = 2
const MIN_TELLING_IN_PART = 3
/** With this many, and no correct text on the page, they are not examples. */
const BEYOND_EXAMPLES = 20
/** The most non-ASCII characters outside runs, as a share, of a page that is damaged as a whole. */
const FEW = 0.02

/** How much of a page's text was encoded twice. */
export type Damage = 'none' | 'parts' | 'whole'

/** Judges a page by the stretches of its markup that are text. */
export function damageOf(stretches: readonly string[]): Damage {
  let telling = 0
  let controls = 0
  let contradicting = 0
  let alone = 0
  let inRuns = 0
  for (const stretch of stretches) {
    for (const { 0: run, index } of stretch.matchAll(runs())) {
      inRuns += run.length
      const before = stretch[index - 1] ?? ''
      const after = stretch[index + run.length] ?? ''
      if (OTHER_LETTER.test(before) || OTHER_LETTER.test(after)) contradicting++
      if (!isTelling(run, before)) continue
      const { length } = [...decodeRun(run)]
      telling += length
      if (CONTROL.test(run)) controls += length
      if (OPENING.test(before) && CLOSING.test(after) && length === 1) alone++
    }
  }
  // Letters that adjoin a run without being in one show that the page is in another encoding altogether.
  if (telling < MIN_TELLING || contradicting * 10 > telling) return 'none'
  const right = stretches.reduce((sum, stretch) => sum + countOthers(stretch), 0) - inRuns
  const damage = right <= FEW * inRuns ? 'whole' : 'parts'
  if (damage === 'parts' && (telling < MIN_TELLING_IN_PART || alone * 2 > telling)) return 'none'
  // A page may show such text as an example; but control characters are invisible, so they are no examples.
  const isPlain = controls * 2 > telling || (damage === 'whole' && telling >= BEYOND_EXAMPLES)
  return isPlain || !stretches.some((stretch) => ABOUT_ENCODINGS.test(stretch.replace(TAG, ' '))) ? damage : 'none'
}

const countOthers = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) count++
  return count
}
