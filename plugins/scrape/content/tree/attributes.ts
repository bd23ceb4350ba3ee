import { decodeValue } from './entities.ts'

/** What an element without attributes shares. */
export const NONE: readonly string[] = Object.freeze([])

/** An element keeps no more; the search for repeated names is quadratic. */
const MAX_ATTRIBUTES = 256

const isSpace = (c: number) => c === 32 || c === 10 || c === 9 || c === 12 || c === 13

/** Reads the attributes of one tag after another. */
export class AttributeReader {
  readonly #source: string
  /** Where the tag ended that was read last: behind its `>`, or at the end of the source where it has none. */
  end = 0
  /** Whether that tag ended in `/>`. */
  selfClosing = false
  /** Whether that tag has a `>`. A tag without one is no tag. */
  closed = false

  constructor(source: string) {
    this.#source = source
  }

  /** Names and values in turn, from behind the tag's name on. */
  read(from: number): readonly string[] {
    const source = this.#source
    const { length } = source
    let attrs: string[] | undefined
    let at = from
    this.selfClosing = false
    this.closed = false
    for (;;) {
      let c = source.charCodeAt(at)
      while (isSpace(c)) c = source.charCodeAt(++at)
      if (at >= length) break
      if (c === 62) {
        this.closed = true
        at++
        break
      }
      if (c === 47) {
        at++
        this.selfClosing = source.charCodeAt(at) === 62
        continue
      }

      const start = at
      let upper = false
      // The first character belongs to the name whatever it is, also `=`.
      do {
        if (c >= 65 && c <= 90) upper = true
        c = source.charCodeAt(++at)
      } while (at < length && c !== 61 && c !== 62 && c !== 47 && !isSpace(c))
      const nameEnd = at
      while (isSpace(c)) c = source.charCodeAt(++at)

      let value = ''
      if (c === 61) {
        c = source.charCodeAt(++at)
        while (isSpace(c)) c = source.charCodeAt(++at)
        if (c === 34 || c === 39) {
          let close = source.indexOf(c === 34 ? '"' : "'", at + 1)
          if (close < 0) close = length
          value = source.slice(at + 1, close)
          at = close + 1
        } else if (c !== 62) {
          const valueStart = at
          while (at < length && c !== 62 && !isSpace(c)) c = source.charCodeAt(++at)
          value = source.slice(valueStart, at)
        }
        if (value.includes('&')) value = decodeValue(value)
      }

      const slice = source.slice(start, nameEnd)
      const name = upper ? slice.toLowerCase() : slice
      if (attrs === undefined) attrs = [name, value]
      else if (attrs.length < 2 * MAX_ATTRIBUTES && !has(attrs, name)) attrs.push(name, value)
    }
    this.end = Math.min(at, length)
    return attrs ?? NONE
  }
}

const has = (attrs: readonly string[], name: string) => {
  for (let i = 0; i < attrs.length; i += 2) if (attrs[i] === name) return true
  return false
}
