/** A token of RTF. Bytes are given as characters with the same code. */
export type Token =
  | { kind: 'open' }
  | { kind: 'close' }
  /** A control word. `value`: its numeric parameter. */
  | { kind: 'word'; word: string; value: number | null }
  /** A control symbol, such as `~`, `*` or `-`. */
  | { kind: 'symbol'; symbol: string }
  /** Text, in the encoding of its font. */
  | { kind: 'bytes'; bytes: string }

const WORD = /\\([a-z]{1,32})(-?\d{1,10})? ?/iy
const TEXT = /[^\\{}\r\n]+/y

/** The tokens of an RTF file. Source: Rich Text Format Specification 1.9.1. */
export function* tokensOf(source: string): Generator<Token> {
  let at = 0
  while (at < source.length) {
    const character = source[at]!
    if (character === '{') {
      at++
      yield { kind: 'open' }
    } else if (character === '}') {
      at++
      yield { kind: 'close' }
    } else if (character === '\r' || character === '\n') at++
    else if (character === '\\') {
      const token = controlAt(source, at)
      at = token.end
      if (token.token) yield token.token
    } else {
      TEXT.lastIndex = at
      const bytes = TEXT.exec(source)![0]
      at += bytes.length
      yield { kind: 'bytes', bytes }
    }
  }
}

const controlAt = (source: string, at: number): { token?: Token; end: number } => {
  WORD.lastIndex = at
  const found = WORD.exec(source)
  if (found) {
    const [whole, word, digits] = found
    const value = digits === undefined ? null : Number(digits)
    // Binary data, such as a picture.
    if (word === 'bin') return { end: at + whole.length + Math.max(0, value ?? 0) }
    return { token: { kind: 'word', word: word!, value }, end: at + whole.length }
  }
  const symbol = source[at + 1] ?? ''
  if (symbol === "'") {
    const code = Number.parseInt(source.slice(at + 2, at + 4), 16)
    if (Number.isNaN(code)) return { end: at + 2 }
    return { token: { kind: 'bytes', bytes: String.fromCharCode(code) }, end: at + 4 }
  }
  if (symbol === '\\' || symbol === '{' || symbol === '}')
    return { token: { kind: 'bytes', bytes: symbol }, end: at + 2 }
  if (symbol === '\r' || symbol === '\n') return { token: { kind: 'word', word: 'par', value: null }, end: at + 2 }
  return { token: { kind: 'symbol', symbol }, end: at + 2 }
}
