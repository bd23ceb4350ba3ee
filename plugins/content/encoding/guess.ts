import { analyse } from 'chardet'
import { nameOf } from './names.ts'
import { oddness } from './oddness.ts'

/** What is read of the markup that may name the language, and of the letters. */
const MARKUP_BYTES = 32_768
const SAMPLE_BYTES = 8192
/** Bytes that must be valid in an encoding of two bytes a letter. */
const WIDE_BYTES = 1_048_576

/** Western languages. */
const western = ['windows-1252', 'iso-8859-15', 'macintosh']
/** What pages in a language were written in before UTF-8, the likelier first. */
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

/** Encodings of two bytes a letter: what is valid in one and likely is in it. */
const wide = new Set(['shift_jis', 'euc-jp', 'iso-2022-jp', 'euc-kr', 'gbk', 'gb18030', 'big5'])

/** What text is in where nothing else fits it, the likelier first. */
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
/** The same where the page names no language that speaks for either. */
const MUCH_BETTER = 0.05
/** Below this oddness a text reads well, and less likely encodings are not tried. */
const ODD = 0.1
/** Of a Japanese text this share or more is kana; of a Thai one that is read as Japanese, hardly a tenth. */
const KANA = 0.25
/** The share of a Thai text in which anything is odd. */
const THAI_ODDNESS = 0.02

/**
 * The encoding of bytes that are not UTF-8 and say nothing else: of those that their
 * letters and the language of the page allow, the one that makes the least odd text.
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
  return best?.name ?? 'windows-1252'
}

/** KOI8-U is KOI8-R with letters in place of lines; what is windows-1252 but for a few letters is ISO-8859-15. */
const nearest = (name: string | undefined): string[] => {
  if (name === undefined || name === 'koi8-r') return name ? ['koi8-u'] : []
  return name === 'windows-1252' ? [name, 'iso-8859-15'] : [name]
}

interface Fit {
  name: string
  odd: number
}

/** The first of two bytes a letter in which the bytes are valid. */
function firstWide(ordered: Iterable<string>, body: Uint8Array): string {
  const names = [...ordered].filter((name) => wide.has(name))
  return names.find((name) => beginsValid(body, name)) ?? names[0]!
}

/** Whether the beginning of the bytes is valid; a letter that is cut by its end is not an error. */
const beginsValid = (body: Uint8Array, encoding: string): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(body.subarray(0, WIDE_BYTES), { stream: true })
    return true
  } catch {
    // This is how the decoder says that the bytes are something else.
    return false
  }
}

/** Whether letters of two bytes stand beside each other, as no two of a Western word that looks like one do. */
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
  const text = read(sample, 'windows-874')
  const letters = text.match(/[\u0e00-\u0e7f]/g)?.length ?? 0
  return letters * 10 > [...text].filter((char) => char > '\x7f').length * 9 && oddness(text) < THAI_ODDNESS
}

/** How many of the characters that are no ASCII are these. */
const shareOf = (text: string, characters: RegExp): number =>
  (text.match(characters)?.length ?? 0) / Math.max(1, text.match(/[^\0-\x7f]/g)?.length ?? 0)

const read = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes)

/** The language that the page names, without its region. */
const languageOf = (body: Uint8Array): string | undefined => {
  const markup = new TextDecoder('latin1').decode(body.subarray(0, MARKUP_BYTES))
  for (const [, attributes] of markup.matchAll(/<html\b([^<>]{0,500})/gi)) {
    const language = /\blang\s*=\s*["']?([a-z]{2})\b/i.exec(attributes!)?.[1]
    if (language !== undefined) return language.toLowerCase()
  }
  return undefined
}

/**
 * The bytes that are no ASCII, each with what stands next to it, up to some thousand: the rest of a page says nothing
 * of its encoding.
 */
export function tellingBytes(body: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES)
  let size = 0
  let copied = 0
  for (let at = body.findIndex((byte) => byte > 127); at >= 0 && at < body.length && size < SAMPLE_BYTES; at++) {
    if (body[at]! < 128) continue
    const from = Math.max(copied, at - BESIDE)
    copied = Math.max(copied, Math.min(body.length, at + BESIDE))
    // What stood between tells nothing, but parted the words.
    if (from === at - BESIDE && size > 0) sample[size++] = SPACE
    const stretch = body.subarray(from, Math.min(copied, from + SAMPLE_BYTES - size))
    sample.set(stretch, size)
    size += stretch.length
  }
  return sample.subarray(0, size)
}
/** Bytes before and behind: the word that a letter stands in. */
const BESIDE = 16
const SPACE = 0x20
