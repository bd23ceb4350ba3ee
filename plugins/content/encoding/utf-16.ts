/** The bytes that are examined: markup and JSON begin with ASCII, of which every second byte is zero in UTF-16. */
const HEAD_BYTES = 64
/** The smallest share of zeros in one byte of each pair, and the largest in the other. */
const MANY = 0.3
const FEW = 0.02

/** The byte order if the bytes are UTF-16, by their zeros; undefined if they are not. Ignores a byte order mark. */
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
