/** Kinds of characters for the inline writer. */
export const ORDINARY = 0
export const SPACE = 1
/** A character with a meaning in Markdown, at least beside certain others. */
export const SPECIAL = 2
/** A character without width or meaning: soft hyphens, zero-width spaces, byte order marks, control characters. */
export const INVISIBLE = 3
/** White space that does not collapse: non-breaking spaces, and those with a width of their own. */
export const WIDE_SPACE = 4

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
