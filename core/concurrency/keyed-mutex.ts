/** Runs work for the same key one after the other, in order of arrival, and work for different keys concurrently. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(key) ?? Promise.resolve()).then(work, work)
    this.#last.set(key, done)
    const leave = () => {
      if (this.#last.get(key) === done) this.#last.delete(key)
    }
    done.then(leave, leave)
    return done
  }

  /** Waits until all current work has ended, successfully or not. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#last.values())
  }
}
