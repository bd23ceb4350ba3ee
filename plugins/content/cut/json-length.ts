/** The most bytes that a character takes in JSON. */
export const MAX_BYTES = 6

/** The bytes that a text takes in JSON, without its quotes. */
export function jsonLength(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c < 32) length += c === 8 || c === 9 || c === 10 || c === 12 || c === 13 ? 1 : 5
    else if (c === 34 || c === 92) length += 1
    else if (c >= 0x80) length += extraBytes(text, c, at)
  }
  return length
}

/** The further bytes of a code unit in UTF-8; a lone surrogate is written as an escape of six bytes. */
function extraBytes(text: string, c: number, at: number): number {
  if (c < 0x800) return 1
  if (c < 0xd800 || c >= 0xe000) return 2
  const isPair = c < 0xdc00 ? isLow(text.charCodeAt(at + 1)) : isHigh(text.charCodeAt(at - 1))
  return isPair ? 1 : 5
}

const isHigh = (c: number) => c >= 0xd800 && c < 0xdc00
const isLow = (c: number) => c >= 0xdc00 && c < 0xe000
