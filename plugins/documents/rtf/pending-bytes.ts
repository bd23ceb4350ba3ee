import { decodeBytes } from './encodings.ts'

/**
 * Text as the bytes that it is written in, until it can be decoded: each byte of a character may be a token of its own.
 */
export class PendingBytes {
  #bytes = ''
  #toSkip = 0

  get isEmpty(): boolean {
    return this.#bytes === ''
  }

  push(bytes: string): void {
    const skipped = Math.min(this.#toSkip, bytes.length)
    this.#toSkip -= skipped
    this.#bytes += skipped === 0 ? bytes : bytes.slice(skipped)
  }

  /** So many of the bytes that come stand for a character that is known already. */
  skip(count: number): void {
    this.#toSkip = count
  }

  /** What has come, decoded. */
  take(encoding: string): string {
    const text = decodeBytes(this.#bytes, encoding)
    this.#bytes = ''
    return text
  }
}
