/** Bytes that are looked at: markup and JSON begin with ASCII, of which every second byte is zero. */
const HEAD_BYTES = 64
/** The share of zeros on one side of the pairs, at least, and on the other, at most. */
const MANY = 0.3
const FEW = 0.02

/** Which UTF-16 the bytes are in, by their zeros; undefined for none. A mark at their beginning is not looked for. */
export function utf16Of(body: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.min(body.length, HEAD_BYTES) >> 1
  if (pairs < 2) return undefined
  let even = 0
  let odd = 0
  for (let i = 0; i < pairs; i++) {
    if (body[2 * i] === 0) even++
    if (body[2 * i + 1] === 0) odd++
  }
  if (odd >= pairs * MANY && even <= pairs * FEW) return 'utf-16le'
  return even >= pairs * MANY && odd <= pairs * FEW ? 'utf-16be' : undefined
}
