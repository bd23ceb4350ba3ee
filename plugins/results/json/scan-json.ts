/**
 * A token of a JSON text. Names and strings are raw, without their quotes; a string arrives in pieces, never split
 * within an escape.
 */
export type Token =
  | { kind: 'open' | 'close'; list: boolean }
  | { kind: 'name'; json: string }
  | { kind: 'text'; json: string; begins: boolean; ends: boolean }
  /** A number, `true`, `false` or `null`. */
  | { kind: 'value'; json: string }

/** The raw text between two quotes. */
export const decode = (json: string): string => (json.includes('\\') ? JSON.parse(`"${json}"`) : json)

const BETWEEN = /[\s,:]*/y
const PLAIN = /[^"\\]*/y
const VALUE = /[^\s,\]}]*/y

/** The end of a match of a sticky expression. */
function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at
  expression.test(text)
  return expression.lastIndex
}

/** The end of the string that continues at `at`: its quote, or the start of an incomplete escape. */
function endOfString(text: string, at: number): number {
  for (let end = at; ; ) {
    end = skip(PLAIN, text, end)
    if (text[end] !== '\\') return end
    const length = text[end + 1] === 'u' ? 6 : 2
    if (end + length > text.length) return end
    end += length
  }
}

/**
 * Tokenizes JSON piece by piece: of a long string, only one piece is in memory. The JSON was written by this service,
 * and is not validated.
 */
export class JsonScanner {
  /** For each open array or object, whether it is an array. */
  readonly #lists: boolean[] = []
  /** What has started, in this piece or an earlier one. */
  #within: 'nothing' | 'text' | 'name' | 'value' = 'nothing'
  /** Whether nothing of the string has been emitted yet. */
  #begins = false
  /** The part of a name that has been read. */
  #name = ''
  /** The rest of the previous piece: the start of an escape, or of a value. */
  #held = ''
  #namesNext = false;

  *scan(piece: string): Generator<Token> {
    const text = this.#held + piece
    this.#held = ''
    for (let at = 0; at < text.length; ) {
      if (this.#within === 'nothing') {
        at = skip(BETWEEN, text, at)
        if (at === text.length) return
        const sign = text[at]!
        if ('{[]}'.includes(sign)) {
          yield this.#bracket(sign)
          at++
          continue
        }
        if (sign === '"') at++
        this.#begin(sign)
      }
      if (this.#within === 'value') at = yield* this.#value(text, at)
      else at = yield* this.#string(text, at)
    }
  }

  /** The tokens at the end of the JSON. */
  *end(): Generator<Token> {
    if (this.#within === 'value') yield { kind: 'value', json: this.#held }
  }

  #bracket(sign: string): Token {
    const opens = sign === '{' || sign === '['
    if (opens) this.#lists.push(sign === '[')
    const list = opens ? sign === '[' : this.#lists.pop() === true
    this.#end()
    return { kind: opens ? 'open' : 'close', list }
  }

  #begin(sign: string) {
    this.#within = sign !== '"' ? 'value' : this.#namesNext ? 'name' : 'text'
    this.#begins = true
    this.#name = ''
  }

  #end() {
    this.#namesNext = this.#within !== 'name' && this.#lists.at(-1) === false
    this.#within = 'nothing'
  }

  *#value(text: string, at: number): Generator<Token, number> {
    const end = skip(VALUE, text, at)
    if (end === text.length) {
      this.#held = text.slice(at)
      return end
    }
    yield { kind: 'value', json: text.slice(at, end) }
    this.#end()
    return end
  }

  *#string(text: string, at: number): Generator<Token, number> {
    const end = endOfString(text, at)
    const ends = text[end] === '"'
    const json = text.slice(at, end)
    if (this.#within === 'text') {
      yield { kind: 'text', json, begins: this.#begins, ends }
      this.#begins = false
    } else {
      this.#name += json
      if (ends) yield { kind: 'name', json: this.#name }
    }
    if (ends) this.#end()
    else this.#held = text.slice(end)
    return ends ? end + 1 : text.length
  }
}
