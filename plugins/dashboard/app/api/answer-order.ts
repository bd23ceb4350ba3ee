/** The order of questions whose answers may overtake each other: one that was asked before what is shown is late. */
export class AnswerOrder {
  #asked = 0
  #shown = 0

  /** Notes a question. What it gives tells whether the answer is to be shown, which it then is. */
  ask(): () => boolean {
    const place = ++this.#asked
    return () => {
      if (place <= this.#shown) return false
      this.#shown = place
      return true
    }
  }

  /** What is shown now is newer than all answers that are under way. */
  overtake(): void {
    this.#shown = this.#asked
  }
}
