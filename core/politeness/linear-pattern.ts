import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'

/** Whether a pattern refers to a named group; two backslashes stand for one. */
const hasNamedReference = (source: string) => source.replaceAll('\\\\', '').includes('\\k<')

const refused = (reason: string) =>
  new SyntaxError(`is not a pattern that is taken: ${reason}. Lookaround and backreferences are not.`)

/**
 * Instructions beyond which nobody takes a pattern: to compile one of some hundred characters that stands for many
 * more would hold the server for seconds.
 */
const MAX_SIZE = 5000

/** The parts of a pattern, as far as its size goes: escapes, classes, groups, counts and single characters. */
const PARTS =
  /\\[pPux]\{\w{0,40}\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\]){0,1000}\]|\((?:\?[^:)]{0,40}:)?|\)|\{(\d+)(?:,(\d*))?\}|[\s\S]/g

/** How many instructions a pattern takes, about and at the least, where its repetitions are written out. */
function estimateSize(source: string): number {
  const outer: number[] = []
  let size = 0
  /** Of the part before, which a count repeats. */
  let last = 0
  for (const [part, least, most] of source.matchAll(PARTS)) {
    if (part.startsWith('(')) {
      outer.push(size)
      size = 0
      last = 0
    } else if (part === ')') {
      last = size
      size += outer.pop() ?? 0
    } else if (least !== undefined) {
      const times = Math.max(Number(least), Number(most || 0))
      size += last * (times - 1)
      last *= times
    } else {
      last = 1
      size++
    }
  }
  return size
}

const require = createRequire(import.meta.url)
/** Loaded with the first pattern: it is large, and few requests have one. */
const loadEngine = () => (require('re2js') as typeof import('re2js')).RE2JS

/**
 * A regular expression of a caller. It is matched in linear time, whatever it is: lookaround and backreferences,
 * which no such engine has, are refused. Source: threats T21.
 */
export class LinearPattern {
  readonly #compiled: RE2JS

  /** Throws a SyntaxError with a sentence for the caller. */
  constructor(source: string) {
    // The translation takes the letter for itself.
    if (hasNamedReference(source)) throw refused('a backreference to a group')
    if (estimateSize(source) > MAX_SIZE) throw refused('it repeats too much')
    const engine = loadEngine()
    try {
      this.#compiled = engine.compile(engine.translateRegExp(source))
    } catch (error) {
      throw refused(error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error))
    }
  }

  /** How many instructions it has: each may be tried once for each character. */
  get size(): number {
    return this.#compiled.programSize()
  }

  /** Whether it is found anywhere in a text. */
  isIn(text: string): boolean {
    return this.#compiled.matcher(text).find()
  }

  /** A text without what it matches. */
  removeFrom(text: string): string {
    return this.#compiled.matcher(text).replaceAll('')
  }
}
