/** Warnings about parts of a request that were not done as asked, without duplicates. */
export class Warnings {
  readonly #sentences: Set<string>

  constructor(sentences: readonly string[] = []) {
    this.#sentences = new Set(sentences)
  }

  add(sentence: string) {
    this.#sentences.add(sentence)
  }

  /** Warns that an option has no effect. */
  ignore(option: string, why = 'this server does not know it') {
    this.add(`${option} was ignored: ${why}`)
  }

  get all(): string[] {
    return [...this.#sentences]
  }

  /** The field that clients read; empty without warnings. */
  static field(sentences: readonly string[]): { warning?: string } {
    return sentences.length > 0 ? { warning: [...new Set(sentences)].join('. ') } : {}
  }
}
