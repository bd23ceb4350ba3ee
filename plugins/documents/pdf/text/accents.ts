import type { Run } from '../model.ts'

/** The combining characters of accents that are drawn separately. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
  '˛': '\u0328',
}
/** The plain forms of dotless letters, which are used below accents. */
const UNDOTTED: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' }

/** Limits of the overlap of an accent and its letter, relative to the size of the font. */
const MIN_OVERLAP = 0.1
const MAX_OVERLAP = 1.2
/** Maximum rise of an accent above a capital, relative to the size of the font. */
const MAX_RISE = 0.35

/**
 * Combines accents with the letters they are drawn over, as in TeX's older fonts, which have no letters with accents.
 * The runs are in the order of the file.
 */
export function withAccents(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const pair = last !== undefined && isUpon(last, run) ? composed(last.text, run.text) : null
    if (pair === null) {
      joined.push(run)
      continue
    }
    joined.pop()
    const [before, after] = pair
    if (before.trim() !== '') joined.push({ ...last!, text: before, right: Math.min(last!.right, run.left) })
    if (after.trim() !== '') joined.push({ ...run, text: after })
  }
  return joined
}

function isUpon(last: Run, run: Run): boolean {
  const overlap = (last.right - run.left) / run.size
  return overlap > MIN_OVERLAP && overlap < MAX_OVERLAP && Math.abs(last.baseline - run.baseline) < MAX_RISE * run.size
}

/** The texts of two overlapping runs with the accent combined into its letter; null if there is no such letter. */
function composed(before: string, after: string): [string, string] | null {
  const [end, begin] = [before.at(-1) ?? '', after[0] ?? '']
  const first = letterOf(begin, ACCENTS[end])
  if (first !== null) return [before.slice(0, -1), first + after.slice(1)]
  const second = letterOf(end, ACCENTS[begin])
  return second === null ? null : [before.slice(0, -1) + second, after.slice(1)]
}

function letterOf(letter: string, accent: string | undefined): string | null {
  if (accent === undefined || !/\p{L}/u.test(letter)) return null
  const made = ((UNDOTTED[letter] ?? letter) + accent).normalize('NFC')
  return made.length === 1 ? made : null
}
