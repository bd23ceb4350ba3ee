import { collectGarbage } from 'weirjs'

/** Bytes of converted pages after which garbage is collected. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Collects the garbage of converted pages on the server's own thread: their bytes, and the formats once they are
 * sent. The engine by itself waits until garbage has doubled the memory in use.
 */
export class LeftBehind {
  readonly #clear: () => void
  #bytes = 0

  constructor(clear = collectGarbage) {
    this.#clear = clear
  }

  /** Notes that a page of `bytes` bytes was converted. */
  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes < MAX_BYTES) return
    this.#bytes = 0
    this.#clear()
  }
}
