import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256 in hex: enough for what is random itself, such as a key; a password needs `passwords.ts`. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Compares in a time that tells nothing of where two texts differ, nor of how long the expected one is. */
export const sameText = (given: string, expected: string) =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest())
