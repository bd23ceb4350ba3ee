import { analyse } from 'chardet'
import { nameOf } from './names.ts'
import { oddness } from './oddness.ts'

/** The bytes that are read of the markup, which may name the language, and of the letters. */
const MARKUP_BYTES = 32_768
const SAMPLE_BYTES = 8192
/** The bytes that must be valid in a double-byte encoding. */
const WIDE_BYTES = 1_048_576

/** The encodings of Western languages. */
const western = ['windows-1252', 'iso-8859-15', 'macintosh']
/** The encodings of pages in a language before UTF-8, the likelier first. */
const byLanguage: Readonly<Record<string, readonly string[]>> = {
  ar: ['windows-1256', 'iso-8859-6'],
  be: ['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5'],
  bg: ['windows-1251', 'koi8-u', 'iso-8859-5'],
  cs: ['windows-1250', 'iso-8859-2'],
  cy: ['iso-8859-14'],
  da: western,
  de: western,
  el: ['windows-1253', 'iso-8859-7'],
  eo: ['iso-8859-3'],
  es: western,
  fa: ['windows-1256'],
  fi: western,
  fr: western,
  he: ['windows-1255', 'iso-8859-8'],
  hr: ['windows-1250', 'iso-8859-2'],
  hu: ['iso-8859-2', 'windows-1250'],
  it: western,
  ja: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
  ko: ['euc-kr'],
  lt: ['windows-1257', 'iso-8859-13', 'iso-8859-4'],
  lv: ['windows-1257', 'iso-8859-13', 'iso-8859-4'],
  mt: ['iso-8859-3'],
  nl: western,
  no: western,
  pl: ['iso-8859-2', 'windows-1250'],
  pt: western,
  ro: ['windows-1250', 'iso-8859-2', 'iso-8859-16'],
  ru: ['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'],
  sk: ['windows-1250', 'iso-8859-2'],
  sl: ['windows-1250', 'iso-8859-2'],
  sr: ['windows-1250', 'windows-1251'],
  sv: western,
  th: ['windows-874'],
  tr: ['windows-1254', 'iso-8859-9'],
  uk: ['windows-1251', 'koi8-u', 'x-mac-cyrillic'],
  vi: ['windows-1258'],
  zh: ['gbk', 'big5', 'gb18030'],
}

/** Double-byte encodings: text that is valid in one is likely to be in it. */
const wide = new Set(['shift_jis', 'euc-jp', 'iso-2022-jp', 'euc-kr', 'gbk', 'gb18030', 'big5'])

/** The encodings that are tried if nothing else fits, the likelier first. */
const last = [
  'windows-1252',
  'koi8-u',
  'ibm866',
  'iso-8859-5',
  'x-mac-cyrillic',
  'macintosh',
  'iso-8859-4',
  'iso-8859-3',
]

/** By how much a less likely encoding must fit better than a likelier one. */
const BETTER = 0.01
/** The same if the page does not name a language that supports either. */
const MUCH_BETTER = 0.05
/** Text below this oddness reads well, and less likely encodings are not tried. */
const ODD = 0.1
/** Of a Japanese text this share or more is kana; of a Thai one that is read as Japanese, hardly a tenth. */
const KANA = 0.25
/** The share of a Thai text in which anything is odd. */
const THAI_ODDNESS = 0.02

/**
 * Guesses the encoding of undeclared bytes that are not UTF-8: of those that the letters and the language of the page
 * allow, the one with the least odd text.
 */
export function guessEncoding(body: Uint8Array): string {
  const sample = tellingBytes(body)
  const guesses = analyse(sample).flatMap(({ name }) => nearest(nameOf(name)))
  const likely = byLanguage[languageOf(body) ?? ''] ?? []
  const plain = guesses.filter((name) => name !== 'utf-8' && !name.startsWith('utf-16') && name !== 'windows-1258')
  const tiers = [[...plain.filter((name) => likely.includes(name)), ...likely], plain, last]
  const first = tiers.flat()[0]!
  if (wide.has(first) && (likely.includes(first) || isInRuns(sample, first)))
    return likely.length === 0 && isThai(sample) ? 'windows-874' : firstWide(tiers.flat(), body)
  let best: Fit | undefined
  for (const [i, tier] of tiers.entries()) {
    for (const name of new Set(tier)) {
      if (wide.has(name)) continue
      const text = read(sample, name)
      // A byte that the encoding has no letter for says more than what is odd about letters.
      const odd = oddness(text) + (text.includes('\ufffd') ? MUCH_BETTER : 0)
      if (best === undefined || odd < best.odd - (i === 0 ? BETTER : MUCH_BETTER)) best = { name, odd }
    }
    if (best !== undefined && best.odd < ODD) break
  }
  return best?.name === 'iso-8859-7' && !hasGreekOfIso(sample) ? 'windows-1253' : (best?.name ?? 'windows-1252')
}

/**
 * The two encodings of Greek differ in the accented capital alpha, which is a mark in the other. Without one, as with
 * one of its own, a text is likelier to be in that of Windows.
 */
const hasGreekOfIso = (sample: Uint8Array): boolean => /Ά/.test(read(sample, 'iso-8859-7'))

/**
 * KOI8-U is KOI8-R with letters in place of box-drawing characters; ISO-8859-15 differs from windows-1252 in a few
 * characters.
 */
const nearest = (name: string | undefined): string[] => {
  if (name === undefined) return []
  if (name === 'koi8-r') return ['koi8-u']
  return name === 'windows-1252' ? [name, 'iso-8859-15'] : [name]
}

interface Fit {
  name: string
  odd: number
}

/** The first double-byte encoding in which the bytes are valid. */
function firstWide(ordered: Iterable<string>, body: Uint8Array): string {
  const names = [...ordered].filter((name) => wide.has(name))
  return names.find((name) => beginsValid(body, name)) ?? names[0]!
}

/** Whether the beginning of the bytes is valid; a character that is cut at the end is not an error. */
const beginsValid = (body: Uint8Array, encoding: string): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(body.subarray(0, WIDE_BYTES), { stream: true })
    return true
  } catch {
    // The decoder throws if the bytes are not valid.
    return false
  }
}

/** Whether double-byte characters are adjacent, unlike the accented letters of a Western word that look like one. */
const isInRuns = (sample: Uint8Array, encoding: string): boolean => {
  const text = read(sample, encoding)
  const letters = text.match(/[\u2e80-\ud7ff\uf900-\uffef]/g)?.length ?? 0
  const inRuns = text.match(/[\u2e80-\ud7ff\uf900-\uffef]{2,}/g)?.join('').length ?? 0
  return inRuns * 2 > letters
}

/**
 * Thai has the bytes of Chinese, Korean and Japanese, but its marks stand behind letters alone, and it makes no
 * Hangul and hardly any kana.
 */
const isThai = (sample: Uint8Array): boolean => {
  if (shareOf(read(sample, 'euc-kr'), /[\uac00-\ud7a3]/g) > 0.9) return false
  if (shareOf(read(sample, 'euc-jp'), /[\u3041-\u30fe]/g) > KANA) return false
  if (commonChinese(sample) > COMMON) return false
  const text = read(sample, 'windows-874')
  const letters = text.match(/[\u0e00-\u0e7f]/g)?.length ?? 0
  return letters * 10 > [...text].filter((char) => char > '\x7f').length * 9 && oddness(text) < THAI_ODDNESS
}

/**
 * The share of characters of GB 2312 that are common: its first level, and punctuation. It is at most four fifths
 * of a Thai text, and nearly all of a Chinese one.
 */
const commonChinese = (sample: Uint8Array): number => {
  let common = 0
  let all = 0
  for (let at = 0; at < sample.length; at++) {
    const lead = sample[at]!
    if (lead < 128) continue
    all++
    const isCommon = (lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3
    if (isCommon && (sample[at + 1] ?? 0) > 0xa0) common++
    at++
  }
  return common / Math.max(1, all)
}
const COMMON = 0.85

/** How many of the characters that are no ASCII are these. */
const shareOf = (text: string, characters: RegExp): number =>
  (text.match(characters)?.length ?? 0) / Math.max(1, text.match(/[^\0-\x7f]/g)?.length ?? 0)

const read = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes)

/** The language that the page declares, without its region. */
const languageOf = (body: Uint8Array): string | undefined => {
  const markup = new TextDecoder('latin1').decode(body.subarray(0, MARKUP_BYTES))
  for (const [, attributes] of markup.matchAll(/<html\b([^<>]{0,500})/gi)) {
    const language = /\blang\s*=\s*["']?([a-z]{2})\b/i.exec(attributes!)?.[1]
    if (language !== undefined) return language.toLowerCase()
  }
  return undefined
}

/**
 * The non-ASCII bytes, each with its neighbours, up to some thousand: the rest of a page does not indicate its
 * encoding.
 */
export function tellingBytes(body: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES)
  let size = 0
  let copied = 0
  for (let at = body.findIndex((byte) => byte > 127); at >= 0 && at < body.length && size < SAMPLE_BYTES; at++) {
    if (body[at]! < 128) continue
    const from = Math.max(copied, at - BESIDE)
    copied = Math.max(copied, Math.min(body.length, at + BESIDE))
    // What is left out between them does not matter, but it separated words.
    if (from === at - BESIDE && size > 0) sample[size++] = SPACE
    const stretch = body.subarray(from, Math.min(copied, from + SAMPLE_BYTES - size))
    sample.set(stretch, size)
    size += stretch.length
  }
  return sample.subarray(0, size)
}
/** The bytes kept before and after: the word around a letter. */
const BESIDE = 16
const SPACE = 0x20
