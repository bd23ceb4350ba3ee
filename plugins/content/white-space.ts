/** White space other than a single blank. */
const UNEVEN = /[^\S ]| {2}/
const RUNS = /[^\S ]\s*| \s+/g

/** A text with single blanks in place of all white space, non-breaking spaces included. Most texts need no change. */
export const evenSpaces = (text: string): string => (UNEVEN.test(text) ? text.replace(RUNS, ' ') : text)

/**
 * Where a text continues if white space at `at` only wraps its source: a line break between two characters of Chinese
 * or Japanese, which are written without blanks. `at` itself otherwise. Source: CSS Text 3, section 4.1.3.
 */
export const afterWrap = (text: string, at: number): number => {
  const before = text.charCodeAt(at - 1)
  if (!isUnspaced(isLowSurrogate(before) ? text.charCodeAt(at - 2) : before)) return at
  let next = at
  let isWrapped = false
  for (let c = text.charCodeAt(at); isCollapsible(c); c = text.charCodeAt(++next)) isWrapped ||= c === LINE_FEED
  return isWrapped && isUnspaced(text.charCodeAt(next)) ? next : at
}

/**
 * The text of one node without the line breaks that only wrap it. Those between nodes often divide separate things.
 */
export function withoutWraps(text: string): string {
  let kept = ''
  let from = 0
  for (let feed = text.indexOf('\n'); feed >= 0; ) {
    let start = feed
    while (start > from && isCollapsible(text.charCodeAt(start - 1))) start--
    const next = afterWrap(text, start)
    if (next > start) {
      kept += text.slice(from, start)
      from = next
    }
    let end = feed + 1
    while (isCollapsible(text.charCodeAt(end))) end++
    feed = text.indexOf('\n', end)
  }
  return from === 0 ? text : kept + text.slice(from)
}

const LINE_FEED = 10
const isCollapsible = (c: number) => c === 32 || (c >= 9 && c <= 13)
const isLowSurrogate = (c: number) => c >= 0xdc00 && c < 0xe000

/** Han characters, kana, bopomofo, and the wide punctuation between them; not Hangul, whose words have blanks. */
const isUnspaced = (c: number): boolean =>
  (c > 0x3000 && c < 0x3130) ||
  (c >= 0x3190 && c < 0x3200) ||
  (c >= 0x3280 && c < 0xa000) ||
  (c >= 0xf900 && c < 0xfb00) ||
  (c > 0xff00 && c < 0xffa0) ||
  // The first half of a Han character beyond the basic plane.
  (c >= 0xd840 && c < 0xd890)

/** Characters without width or meaning: soft hyphens, zero-width spaces, byte order marks, control characters. */
const INVISIBLE = /[\u0080-\u009f\u00ad\u200b\u2060\ufeff]/g

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/**
 * A text without white space and the given characters at its start and end. Not a regular expression: one anchored
 * only at the end is tried from every character, which takes quadratic time.
 */
export const stripped = (text: string, leading: string, trailing: string): string => {
  let from = 0
  let to = text.length
  while (from < to && (isSpace(text.charCodeAt(from)) || leading.includes(text[from]!))) from++
  while (to > from && (isSpace(text.charCodeAt(to - 1)) || trailing.includes(text[to - 1]!))) to--
  return text.slice(from, to)
}

/** The length of a text without the white space at its ends. Faster than `trim`, which creates a string. */
export const trimmedLength = (text: string): number => {
  let from = 0
  let to = text.length
  while (from < to && isSpace(text.charCodeAt(from))) from++
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--
  return to - from
}

/** White space as `trim` defines it. */
const isSpace = (c: number): boolean => c === 32 || (c >= 9 && c <= 13) || (c >= 0xa0 && wideSpaces.includes(c))
const wideSpaces = Array.from(
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
  (c) => c.charCodeAt(0),
)
