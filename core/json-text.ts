/**
 * A value as its JSON: it was written elsewhere, on a thread say, and is put into an answer as it stands. To make an
 * object of a large one and write that again would hold up everybody.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** What `JSON.stringify` goes by. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** The JSON of a value; undefined for what has none. */
export const jsonOf = (value: unknown): string | undefined =>
  value instanceof JsonText ? value.text : JSON.stringify(value)

/** The value that a JSON text holds; any other is itself. */
export const valueOf = (value: unknown): unknown => (value instanceof JsonText ? value.toJSON() : value)
