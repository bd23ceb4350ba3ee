/** The characters that the Cork encoding has where Unicode has control characters. Source: EC fonts, table 1. */
const CHARACTERS: Readonly<Record<string, string>> = {
  '\x10': '“',
  '\x11': '”',
  '\x12': '„',
  '\x13': '«',
  '\x14': '»',
  '\x15': '–',
  '\x16': '—',
  '\x1b': 'ff',
  '\x1c': 'fi',
  '\x1d': 'fl',
  '\x1e': 'ffi',
  '\x1f': 'ffl',
}

/**
 * Whether a font is likely in the Cork encoding (T1) of TeX, by a `sample` of its text: it has words, and ligatures
 * or quotation marks of that encoding. If TeX embeds fonts as bitmaps, the PDF does not say what their codes mean,
 * and pdf.js takes them for Unicode. Fonts of formulas have no words.
 */
export const isInCork = (sample: string): boolean => /[a-z]{4}/.test(sample) && /[\x10\x11\x1b-\x1f]/.test(sample)

/**
 * Text whose first character is a bullet in the code of one of TeX's symbol fonts, TS1 or OMS, with that bullet in
 * Unicode. Control characters have no meaning there.
 */
export const withBullet = (text: string): string => text.replace(/^[\x0f\x88](?=\s|$)/, '•')

/** Text in the Cork encoding in Unicode. Letters have the same codes in both. */
export const fromCork = (text: string): string => text.replace(/[\x10-\x1f]/g, (code) => CHARACTERS[code] ?? code)
