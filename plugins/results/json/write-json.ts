import type { Token } from './scan-json.ts'

/** Writes JSON from its tokens. */
export class JsonWriter {
  /** Whether something precedes it in the same array or object. */
  #follows = false

  write(token: Token): string {
    const comma = this.#follows ? ',' : ''
    switch (token.kind) {
      case 'open':
        this.#follows = false
        return comma + (token.list ? '[' : '{')
      case 'close':
        this.#follows = true
        return token.list ? ']' : '}'
      case 'name':
        this.#follows = false
        return `${comma}"${token.json}":`
      case 'text':
        this.#follows = token.ends
        return (token.begins ? `${comma}"` : '') + token.json + (token.ends ? '"' : '')
      case 'value':
        this.#follows = true
        return comma + token.json
    }
  }
}
