/** White space other than a single blank. */
const UNEVEN = /[^\S ]| {2}/
const RUNS = /[^\S ]\s*| \s+/g

/** A text with single blanks in place of all white space, non-breaking spaces included. Most texts need no change. */
export const evenSpaces = (text: string): string => (UNEVEN.test(text) ? text.replace(RUNS, ' ') : text)

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
