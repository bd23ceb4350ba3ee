import { CONTINUATION, decodeRun, runs } from './sequences.ts'

/** What may follow a word of capitals that ends in Ã or Â, as those of Portuguese and Vietnamese may. */
const BEHIND_WORD = /^[\u00c2\u00c3][ \u00a0\u00ad\u00a9\u00ae\u00b2\u00b3\u00b7\u00b9\u00bb\u2013-\u2026\u2122]/
/** What no language has side by side: control characters, and á, â or ð before certain marks. */
const NEVER_WRITTEN = new RegExp(
  `[\u0080-\u009f]|\u00e2\u20ac|\u00f0\u0178|\u00e1\u00ba${CONTINUATION}|` +
    `\u00e2[\u201a\u201e\u2020\u02c6\u02dc\u0153\u201c-\u2022\u2013\u2014]${CONTINUATION}`,
)
/** Most letters that English and its neighbours have beside ASCII, and all signs of Latin-1, begin with these. */
const LATIN_LEAD = /[\u00c2\u00c3]/
const LETTERS = /^[\p{L}\p{M}]{2,}$/u
const CAPITAL = /\p{Lu}/u

/** Whether a run is not text as it stands, but was before its second encoding. */
export const isTelling = (run: string, before: string): boolean => {
  if (NEVER_WRITTEN.test(run)) return true
  if (LATIN_LEAD.test(run)) return !(BEHIND_WORD.test(run) && CAPITAL.test(before))
  return LETTERS.test(decodeRun(run))
}

const OTHER_LETTER = /[\u0080-\u009f\u00c0-\u00ff]/
const OPENING = /[>"'(`[\u2018\u201c\u00ab]/
const CLOSING = /[<"')`\]\u2019\u201d\u00bb]/
/** Words of a text that may speak of encodings. */
const ABOUT_ENCODINGS =
  /\b(?:mojibake|utf-?8|unicode|charset|character (?:set|encoding)|(?:windows|cp)-?125\d|iso[- ]?8859|latin-?1)\b/i
const TAG = /<[^<>]*>/g
const CONTROL = /[\u0080-\u009f]/

/** Characters in telling runs that a page needs to have, and where some of its text is right. */
const MIN_TELLING = 2
const MIN_TELLING_IN_PART = 3
/** As many are no examples, where nothing else of the page is right. */
const BEYOND_EXAMPLES = 20
/** The share of characters beside ASCII that are in no run, in a page that is damaged as a whole. */
const FEW = 0.02

/** How far the text of a page was encoded twice. */
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
  // Letters that touch a run and are in none: the page is in another encoding altogether.
  if (telling < MIN_TELLING || contradicting * 10 > telling) return 'none'
  const right = stretches.reduce((sum, stretch) => sum + countOthers(stretch), 0) - inRuns
  const damage = right <= FEW * inRuns ? 'whole' : 'parts'
  if (damage === 'parts' && (telling < MIN_TELLING_IN_PART || alone * 2 > telling)) return 'none'
  // A page may show what such text looks like; but control characters are not seen, and so not shown.
  const isPlain = controls * 2 > telling || (damage === 'whole' && telling >= BEYOND_EXAMPLES)
  return isPlain || !stretches.some((stretch) => ABOUT_ENCODINGS.test(stretch.replace(TAG, ' '))) ? damage : 'none'
}

const countOthers = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) count++
  return count
}
