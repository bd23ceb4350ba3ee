/** What of a request was not done as it asked, each sentence once. */
export class Warnings {
  readonly #sentences: Set<string>

  constructor(sentences: readonly string[] = []) {
    this.#sentences = new Set(sentences)
  }

  add(sentence: string) {
    this.#sentences.add(sentence)
  }

  /** Says that an option was taken and changes nothing. */
  ignore(option: string, why = 'this server does not know it') {
    this.add(`${option} was ignored: ${why}`)
  }

  get all(): string[] {
    return [...this.#sentences]
  }

  /** Under the name that clients read; nothing where there is none. */
  static field(sentences: readonly string[]): { warning?: string } {
    return sentences.length > 0 ? { warning: [...new Set(sentences)].join('. ') } : {}
  }
}
