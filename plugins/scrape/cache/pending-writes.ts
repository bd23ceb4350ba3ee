import type { ScrapedPage } from '../service.ts'

/** Maximum number of pending answers, and of their bytes. There are more only if the store cannot be written. */
const MAX_WRITES = 1000
const MAX_SIZE = 64 * 1024 * 1024

/** An answer, and when it was given. */
export interface PendingAnswer {
  page: ScrapedPage
  createdAt: number
}

/** Answers that are being written, by the names of their entries, so that they can be found meanwhile. */
export class PendingWrites {
  readonly #answers = new Map<string, PendingAnswer>()
  readonly #work = new Set<Promise<void>>()
  #size = 0

  get(name: string): PendingAnswer | undefined {
    return this.#answers.get(name)
  }

  hasRoom(size: number): boolean {
    return this.#work.size < MAX_WRITES && this.#size + size <= MAX_SIZE
  }

  /** Adds an answer of this many bytes, and the function that writes it, which must never reject. */
  add(name: string, answer: PendingAnswer, size: number, write: () => Promise<void>): void {
    this.#size += size
    this.#answers.set(name, answer)
    const written = write().finally(() => {
      this.#size -= size
      if (this.#answers.get(name) === answer) this.#answers.delete(name)
    })
    this.track(written)
  }

  /** Adds work that may lead to a write, which closing waits for. It must never reject. */
  track(work: Promise<unknown>): void {
    const tracked = work.then(() => void this.#work.delete(tracked))
    this.#work.add(tracked)
  }

  async close(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work)
  }
}
