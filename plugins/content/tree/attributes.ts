import { decodeValue } from './entities.ts'
import { intern } from './intern.ts'

/**
 * A cache of names by their hash, so that each name is a single string wherever it occurs, and comparing names
 * compares pointers. A new name replaces another, so the cache does not grow.
 */
const known: string[] = new Array(4096).fill('')
/** The most characters of a cached name. */
const MAX_NAME_LENGTH = 63

/** The name at this position, in lower case. `hash` is the hash of its lower-case characters. */
const nameAt = (source: string, start: number, end: number, hash: number): string => {
  const slot = hash & 4095
  const name = known[slot]!
  if (isNameAt(source, start, end, name)) return name
  // Each name has two possible slots, so that two colliding names of a page do not keep replacing each other.
  const other = known[slot ^ 1]!
  if (isNameAt(source, start, end, other)) return other
  const fresh = source.slice(start, end).toLowerCase()
  if (fresh.length > MAX_NAME_LENGTH) return fresh
  known[slot ^ 1] = name
  known[slot] = intern(fresh)
  return known[slot]
}

/** Whether `name` is at this position, in either case. Nearly all names are in lower case, which is checked first. */
const isNameAt = (source: string, start: number, end: number, name: string): boolean => {
  if (name.length !== end - start) return false
  if (source.startsWith(name, start)) return true
  let i = 0
  while (i < name.length && lower(source.charCodeAt(start + i)) === name.charCodeAt(i)) i++
  return i === name.length
}

const lower = (c: number) => (c >= 65 && c <= 90 ? c | 32 : c)

/** The shared attributes of all elements without any. */
export const NONE: readonly string[] = Object.freeze([])

/** The most attributes of an element; the search for repeated names is quadratic. */
const MAX_ATTRIBUTES = 256

/** The attributes of an element that occurs again: its own, then those that are new. */
export const joined = (own: readonly string[], more: readonly string[]): readonly string[] => {
  if (own.length === 0) return more
  let all: string[] | undefined
  for (let i = 0; i < more.length; i += 2) {
    const { length } = all ?? own
    if (length >= 2 * MAX_ATTRIBUTES) break
    if (has(all ?? own, length, more[i]!)) continue
    all ??= [...own]
    all.push(more[i]!, more[i + 1]!)
  }
  return all ?? own
}

/** The number of cached `class` values, a power of two, and the most characters of one. */
const SLOTS = 512
const MAX_CLASSES_LENGTH = 200

/** The text with its line breaks as a browser reads them. */
export const withLineFeeds = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')

/** Whether a character is white space in HTML. */
export const isSpace = (c: number) => c === 32 || c === 10 || c === 9 || c === 12 || c === 13

/** Reads the attributes of one tag after another. */
export class AttributeReader {
  readonly #source: string
  /** Where the last tag ended: after its `>`, or at the end of the source if it has none. */
  end = 0
  /** Whether that tag ended in `/>`. */
  selfClosing = false
  /** Whether that tag has a `>`. Without one it is not a tag. */
  closed = false
  /** Names and values of the current tag; reused, so that the array grows once and not for each tag. */
  readonly #found: string[] = []
  /** The next `&` at or after the last value, so that most values are known to contain none. */
  #ampersand = -1
  /** Whether the page has line breaks of other systems, which most pages do not have. */
  readonly #hasReturns: boolean
  /** Cached `class` values, as in the source and decoded. */
  readonly #raw: string[] = new Array(SLOTS).fill('')
  readonly #known: string[] = new Array(SLOTS).fill('')

  constructor(source: string, hasReturns: boolean) {
    this.#source = source
    this.#hasReturns = hasReturns
  }

  /** Reads names and values alternately, from the position after the tag's name. */
  read(from: number): readonly string[] {
    const source = this.#source
    const { length } = source
    const found = this.#found
    let count = 0
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
      let hash = 0
      // The first character is part of the name whatever it is, even `=`.
      do {
        hash = (Math.imul(hash, 31) + (c | 32)) | 0
        c = source.charCodeAt(++at)
      } while (at < length && c !== 61 && c !== 62 && c !== 47 && !isSpace(c))
      const name = nameAt(source, start, at, hash)
      while (isSpace(c)) c = source.charCodeAt(++at)

      let value = ''
      if (c === 61) {
        c = source.charCodeAt(++at)
        while (isSpace(c)) c = source.charCodeAt(++at)
        if (c === 34 || c === 39) {
          let close = source.indexOf(c === 34 ? '"' : "'", at + 1)
          if (close < 0) close = length
          value = name === 'class' ? this.#classes(at + 1, close) : this.#value(at + 1, close)
          at = close + 1
        } else if (c !== 62) {
          const valueStart = at
          while (at < length && c !== 62 && !isSpace(c)) c = source.charCodeAt(++at)
          value = this.#value(valueStart, at)
        }
      }

      if (count < 2 * MAX_ATTRIBUTES && !has(found, count, name)) {
        found[count++] = name
        found[count++] = value
      }
    }
    this.end = Math.min(at, length)
    return count === 0 ? NONE : found.slice(0, count)
  }

  /** Pages repeat their classes, so each `class` value is a single string, created and hashed once. */
  #classes(from: number, to: number): string {
    const source = this.#source
    const length = to - from
    if (length === 0 || length > MAX_CLASSES_LENGTH) return this.#value(from, to)
    const middle = source.charCodeAt(from + (length >> 1))
    const slot = ((Math.imul(middle, 31) + source.charCodeAt(to - 1)) ^ (length << 3)) & (SLOTS - 1)
    const raw = this.#raw[slot]!
    if (raw.length === length && source.startsWith(raw, from)) return this.#known[slot]!
    const value = this.#value(from, to)
    this.#raw[slot] = source.slice(from, to)
    this.#known[slot] = value
    return value
  }

  #value(from: number, to: number): string {
    const source = this.#source
    if (this.#ampersand < from) {
      const next = source.indexOf('&', from)
      this.#ampersand = next < 0 ? source.length : next
    }
    let value = source.slice(from, to)
    if (this.#hasReturns && value.includes('\r')) value = withLineFeeds(value)
    return this.#ampersand < to ? decodeValue(value) : value
  }
}

const has = (found: readonly string[], count: number, name: string) => {
  for (let i = 0; i < count; i += 2) if (found[i] === name) return true
  return false
}
