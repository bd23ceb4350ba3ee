import type { Decoded } from '../decode.ts'
import { CONTINUATION } from './sequences.ts'

/** In UTF-8, the first byte of U+00C2 to U+00F4, to which the first byte of any sequence is converted. */
const LEAD = 0xc3
/** The second bytes of Â, Ã, â and ð: with these, one sequence is enough to look closer, with others two. */
const TELLING = new Set([0x82, 0x83, 0xa2, 0xb0])
/** The first bytes of characters to which continuation bytes are converted, and the number of their bytes. */
const CONTINUING = new Map([
  [0xc2, 2],
  [0xc5, 2],
  [0xc6, 2],
  [0xcb, 2],
  [0xe2, 3],
])
const PAIR = new RegExp(`[\u00c2-\u00f4]${CONTINUATION}`)

/** Whether it is worth searching for text that was encoded twice. This check takes hardly any time. */
export function mayBeMojibake(body: Uint8Array, { text, encoding }: Decoded): boolean {
  if (encoding !== 'utf-8') return PAIR.test(text)
  for (let at = body.indexOf(LEAD); at >= 0; at = body.indexOf(LEAD, at + 1)) {
    const second = body[at + 1]!
    if (second < 0x82 || second > 0xb4) continue
    const continuing = second < 0xa0 ? 1 : second < 0xb0 ? 2 : 3
    let next = at + 2
    let found = 0
    for (let size = CONTINUING.get(body[next]!); size !== undefined && found < continuing; found++) {
      next += size
      size = CONTINUING.get(body[next]!)
    }
    if (found === continuing ? TELLING.has(second) || body[next] === LEAD : TELLING.has(second) && found > 0)
      return true
  }
  return false
}
