/** The digit zero of each script whose digits pages use, in the order of Unicode; one to nine come after it. */
const ZEROS = [
  // Arabic, and Arabic as Persian and Urdu write it.
  0x660, 0x6f0,
  // Devanagari, Bengali, Gurmukhi, Gujarati, Tamil, Telugu, Kannada, Malayalam.
  0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xc66, 0xce6, 0xd66,
  // Thai, Lao, Myanmar, Khmer, and the wide digits of Chinese, Japanese and Korean.
  0xe50, 0xed0, 0x1040, 0x17e0, 0xff10,
]
const DIGIT = new RegExp(`[${ZEROS.map((zero) => String.fromCharCode(zero, 45, zero + 9)).join('')}]`, 'g')

/** A text with the digits of other scripts as ASCII digits; its length stays the same. */
export const asciiDigits = (text: string): string =>
  text.replace(DIGIT, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - ZEROS.findLast((zero) => zero <= code)!)
  })
