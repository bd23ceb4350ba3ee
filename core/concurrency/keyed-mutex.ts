/** Runs work for one key at a time, in the order in which it came; work for other keys goes on meanwhile. */
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

  /** Waits until all that was given by now has ended, whatever became of it. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#last.values())
  }
}
