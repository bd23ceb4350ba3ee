/** Classes of characters in `classTable`; all others are 0. */
export const SPACE = 1
export const LOWER = 2
export const UPPER = 3
export const DIGIT = 4
/** A character that is a word by itself, in Chinese and Japanese. */
export const IDEOGRAPH = 5
/** Ends a sentence. */
export const STOP = 6
/** Separates the parts of a sentence. */
export const COMMA = 7
export const QUESTION = 8
export const CURRENCY = 9
/** Separates links and labels. */
export const SEPARATOR = 10

let classes: Uint8Array | null = null
let lowered: Uint16Array | null = null

/** The class of each UTF-16 code unit, computed on first use, as it takes some milliseconds. */
export const classTable = (): Uint8Array => {
  if (classes === null) {
    classes = new Uint8Array(65_536)
    const letter = /\p{L}|\p{M}/u
    const digit = /\p{N}/u
    for (let c = 0; c < 65_536; c++) {
      const text = String.fromCharCode(c)
      if (/\s/.test(text)) classes[c] = SPACE
      else if (isIdeograph(c)) classes[c] = IDEOGRAPH
      else if (digit.test(text)) classes[c] = DIGIT
      else if (c === 95 || letter.test(text)) classes[c] = text !== text.toLowerCase() ? UPPER : LOWER
      // Surrogates have no class: letters beyond the first plane are rare, emoji are not.
    }
    give(classes, '.。！!…', STOP)
    give(classes, ',;:、，；：،', COMMA)
    give(classes, '?？؟', QUESTION)
    give(classes, '$€£¥₹₽₩', CURRENCY)
    give(classes, '|»›·•/→>', SEPARATOR)
  }
  return classes
}

const give = (table: Uint8Array, characters: string, value: number) => {
  for (let i = 0; i < characters.length; i++) table[characters.charCodeAt(i)] = value
}

const isIdeograph = (c: number) =>
  (c >= 0x3040 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff)

/** The lower-case form of each code unit. */
export const lowerTable = (): Uint16Array => {
  if (lowered === null) {
    lowered = new Uint16Array(65_536)
    for (let c = 0; c < 65_536; c++) {
      const lower = String.fromCharCode(c).toLowerCase()
      lowered[c] = lower.length === 1 ? lower.charCodeAt(0) : c
    }
  }
  return lowered
}
