import { collectGarbage } from 'weirjs'

/** Bytes of pages after which what they have left behind is cleared away. */
const MUCH = 16 * 1024 * 1024

/**
 * Clears away what converted pages leave behind on the server's own thread: their bytes, and the formats once they
 * are written. The engine by itself waits until all of it has doubled what is in use.
 */
export class LeftBehind {
  readonly #clear: () => void
  #bytes = 0

  constructor(clear = collectGarbage) {
    this.#clear = clear
  }

  /** A page of so many bytes was converted. */
  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes < MUCH) return
    this.#bytes = 0
    this.#clear()
  }
}
