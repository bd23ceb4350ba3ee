/** The kind of a UTF-16 code unit for counting words and sentences, as bits; 0 for all others. */
export const kind = {
  /** One of `aeiouy`, which form the syllables of English. It is a letter too. */
  vowel: 1,
  letter: 2,
  digit: 4,
  /** Of a script without spaces between words; finding the ends of words takes a dictionary. */
  spaceless: 8,
  /** Apostrophe or hyphen: part of a word if letters are on both sides. */
  joiner: 16,
  /** Ends a sentence. */
  stop: 32,
  /** Ends a block of text. */
  line: 64,
  /** A high surrogate: the first unit of a character beyond the basic plane. */
  pair: 128,
} as const

/** The kinds of characters in words. */
export const OF_WORD = kind.letter | kind.digit

/** Later rows take precedence. */
const patterns: readonly (readonly [number, RegExp])[] = [
  [kind.letter, /[\p{L}\p{M}]+/gu],
  [kind.vowel | kind.letter, /[aeiouy]+/gi],
  [kind.digit, /\p{N}+/gu],
  [
    kind.spaceless,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーｰﾞﾟ\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu,
  ],
  [kind.joiner, /['’_\-\u00AD\u2010\u2011\u200C\u200D]/gu],
  [kind.stop, /[\p{Sentence_Terminal}…]+/gu],
  [kind.line, /\n/g],
]

let table: Uint8Array | undefined

/**
 * `table[code]` is the kind of a code unit. Created on first use, because that takes some milliseconds, and not every
 * request counts words.
 */
export function characterKinds(): Uint8Array {
  if (table) return table
  table = new Uint8Array(0x10000)
  // Surrogates are left out, because they are no characters by themselves.
  const codes = Array.from({ length: 0x10000 }, (_, code) => (code >= 0xd800 && code < 0xe000 ? 0x20 : code))
  const every = String.fromCharCode(...codes.slice(0, 0x8000)) + String.fromCharCode(...codes.slice(0x8000))
  for (const [value, pattern] of patterns)
    for (const { 0: run, index } of every.matchAll(pattern)) table.fill(value, index, index + run.length)
  table.fill(kind.pair, 0xd800, 0xdc00)
  return table
}

/**
 * Whether the character with this high surrogate is Han; all others beyond the basic plane, mostly emoji, are not
 * counted as words.
 */
export const isRareHan = (high: number) => high >= 0xd840 && high < 0xd890
