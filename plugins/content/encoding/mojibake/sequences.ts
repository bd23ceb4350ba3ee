/**
 * The bytes 0x80 to 0x9F in Windows-1252; those that it lacks are control characters, as all of them are in Latin-1.
 */
const marks = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at))
const byteOf = new Map([...marks].map((mark, at) => [mark, 0x80 + at]))

/** The characters of the bytes 0x80 to 0x8F in either encoding, of those up to 0x9F, and of those up to 0xBF. */
const LOW = '\u0080-\u008f€‚ƒ„…†‡ˆ‰Š‹ŒŽ'
const MIDDLE = '\u0090-\u009f‘’“”•–—˜™š›œžŸ'
const HIGH = '\u00a0-\u00bf'
/** Any continuation byte. */
export const CONTINUATION = `[${LOW}${MIDDLE}${HIGH}]`

const TWO_BYTES = `[\u00c2-\u00df]${CONTINUATION}`
const THREE_BYTES =
  `\u00e0[${HIGH}]${CONTINUATION}|` +
  `[\u00e1-\u00ec\u00ee\u00ef]${CONTINUATION}{2}|` +
  `\u00ed[${LOW}${MIDDLE}]${CONTINUATION}`
const FOUR_BYTES =
  `\u00f0[${MIDDLE}${HIGH}]${CONTINUATION}{2}|` +
  `[\u00f1-\u00f3]${CONTINUATION}{3}|` +
  `\u00f4[${LOW}]${CONTINUATION}{2}`
/** A closing quotation mark whose last character, a control character, was dropped. */
const CUT_QUOTE = `\u00e2[\u20ac\u0080](?!${CONTINUATION})`
/** A no-break space, or a sequence that ends with one, in which it was replaced by a plain space. */
const WITH_SPACE = '[\u00c2\u00c3] '

/** UTF-8 sequences of which each byte became a character. Source: RFC 3629, section 4. */
const SEQUENCE = `${TWO_BYTES}|${THREE_BYTES}|${FOUR_BYTES}|${CUT_QUOTE}|${WITH_SPACE}`
/** The beginning of a sequence, which is searched first; this takes a fraction of the time. */
const AT_LEAD = '(?=[\u00c2-\u00f4])'

const oneSequence = new RegExp(SEQUENCE, 'g')

/** Adjoining sequences, at most as many as one match should contain. */
export const runs = () => new RegExp(`${AT_LEAD}(?:${SEQUENCE})(?:${SEQUENCE}){0,999}`, 'g')

/** Decodes a run of sequences to the text before its second encoding. */
export const decodeRun = (run: string): string => run.replace(oneSequence, decodeSequence)

const decodeSequence = (sequence: string): string => {
  if (sequence === '\u00c2 ') return '\u00a0'
  // The space is kept: usually it is the one after the word.
  if (sequence === '\u00c3 ') return '\u00e0 '
  if (sequence.length === 2 && sequence.startsWith('\u00e2')) return '\u201d'
  let code = sequence.charCodeAt(0) & (0xff >> (sequence.length + 1))
  for (const char of sequence.slice(1)) code = (code << 6) | ((byteOf.get(char) ?? char.charCodeAt(0)) & 0x3f)
  return String.fromCodePoint(code)
}
