import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256 in hex: sufficient for random values such as keys; passwords need `passwords.ts`. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Compares in a time that reveals neither where two texts differ nor how long the expected one is. */
export const sameText = (given: string, expected: string) =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest())
