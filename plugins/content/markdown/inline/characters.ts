/** Kinds of characters for the inline writer. */
export const ORDINARY = 0
export const SPACE = 1
/** A character with a meaning in Markdown, at least beside certain others. */
export const SPECIAL = 2
/** A character without width or meaning: soft hyphens, zero-width spaces, byte order marks, control characters. */
export const INVISIBLE = 3
/** White space that does not collapse: non-breaking spaces, and those with a width of their own. */
export const WIDE_SPACE = 4

const LINE_FEED = 10

const ascii = new Uint8Array(128)
for (let c = 0; c < 32; c++) ascii[c] = INVISIBLE
for (const c of [9, 10, 12, 13, 32]) ascii[c] = SPACE
for (const c of '\\`*_[]<&~|$(') ascii[c.charCodeAt(0)] = SPECIAL
ascii[127] = INVISIBLE

export const kindOf = (c: number): number => {
  if (c < 128) return ascii[c]!
  if (c < 0x2000) return c === 0xa0 ? WIDE_SPACE : c === 0xad || c < 0xa0 ? INVISIBLE : ORDINARY
  if (c > 0x3000) return c === 0xfeff ? INVISIBLE : ORDINARY
  if (c <= 0x200a || c === 0x202f || c === 0x205f || c === 0x3000) return WIDE_SPACE
  if (c === 0x2028 || c === 0x2029) return SPACE
  return c === 0x200b || c === 0x2060 ? INVISIBLE : ORDINARY
}

/**
 * Where a text continues if only a line break of the source divides it at `at`: between two characters of Chinese or
 * Japanese, which are written without blanks, it is no white space. `at` itself if it is. Source: CSS Text 3, section
 * 4.1.3.
 */
export const afterWrap = (text: string, at: number): number => {
  const before = text.charCodeAt(at - 1)
  if (!isUnspaced(before >= 0xdc00 && before < 0xe000 ? text.charCodeAt(at - 2) : before)) return at
  let next = at
  let isWrapped = false
  for (let c = text.charCodeAt(at); kindOf(c) === SPACE; c = text.charCodeAt(++next)) isWrapped ||= c === LINE_FEED
  return isWrapped && isUnspaced(text.charCodeAt(next)) ? next : at
}

/** Han characters, kana, bopomofo, and the wide punctuation between them; not Hangul, whose words have blanks. */
const isUnspaced = (c: number): boolean =>
  (c > 0x3000 && c < 0x3130) ||
  (c >= 0x3190 && c < 0x3200) ||
  (c >= 0x3280 && c < 0xa000) ||
  (c >= 0xf900 && c < 0xfb00) ||
  (c > 0xff00 && c < 0xffa0) ||
  // The first half of a Han character beyond the basic plane.
  (c >= 0xd840 && c < 0xd890)

export const isAsciiPunctuation = (c: number): boolean =>
  (c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) || (c >= 123 && c <= 126)

const unicodePunctuation = /[\p{P}\p{S}]/u
const unicodeSpace = /\s/u

/** Punctuation as CommonMark's rules of emphasis define it. False for NaN, the end of the text. */
export const isPunctuation = (c: number): boolean =>
  c < 128 ? isAsciiPunctuation(c) : c >= 0xa1 && unicodePunctuation.test(String.fromCodePoint(c))

/** White space as the rules of emphasis define it; the ends of a block count as white space. */
export const isSpaceOrEnd = (c: number): boolean =>
  Number.isNaN(c) || c === 32 || (c >= 9 && c <= 13) || (c >= 0x85 && unicodeSpace.test(String.fromCharCode(c)))

/** Collapses white space and trims the text. Most texts need no change, which is faster to check. */
export const singleSpaced = (text: string): string =>
  (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()

export const isWord = (c: number): boolean => !isSpaceOrEnd(c) && !isPunctuation(c)

/** Whether a block consists only of joiners and direction marks, which some editors write for a blank line. */
export const isBlank = (text: string): boolean =>
  text.length < 10 && /^[\u034f\u200c-\u200f\u202a-\u202e\u2061-\u2064\s]*$/.test(text)
