/** Orders responses that may overtake each other: one that was requested before what is shown is outdated. */
export class AnswerOrder {
  #asked = 0
  #shown = 0

  /** Registers a request. The returned function tells whether its response is to be shown, and marks it as shown. */
  ask(): () => boolean {
    const place = ++this.#asked
    return () => {
      if (place <= this.#shown) return false
      this.#shown = place
      return true
    }
  }

  /** What is shown now is newer than all pending responses. */
  overtake(): void {
    this.#shown = this.#asked
  }
}
