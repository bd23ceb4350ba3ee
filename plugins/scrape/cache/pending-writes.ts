import type { ScrapedPage } from '../service.ts'

/** How many may wait to be written, and their bytes: more come together only where the store cannot be written. */
const MAX_WRITES = 1000
const MAX_SIZE = 64 * 1024 * 1024

/** An answer that was given, and when. */
export interface PendingAnswer {
  page: ScrapedPage
  createdAt: number
}

/** Answers on their way into the store, by the names of their entries: they are found here meanwhile. */
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

  /** An answer of this many bytes, and what writes it, which never rejects. */
  add(name: string, answer: PendingAnswer, size: number, write: () => Promise<void>): void {
    this.#size += size
    this.#answers.set(name, answer)
    const written = write().finally(() => {
      this.#size -= size
      if (this.#answers.get(name) === answer) this.#answers.delete(name)
    })
    this.track(written)
  }

  /** Work that may lead to a write, and that the end waits for. It never rejects. */
  track(work: Promise<unknown>): void {
    const tracked = work.then(() => void this.#work.delete(tracked))
    this.#work.add(tracked)
  }

  async close(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work)
  }
}
