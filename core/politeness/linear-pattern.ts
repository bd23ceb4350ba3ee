import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'

/** Whether a pattern refers to a named group. Pairs of backslashes are escapes. */
const hasNamedReference = (source: string) => source.replaceAll('\\\\', '').includes('\\k<')

const refused = (reason: string) =>
  new SyntaxError(`is not a supported pattern: ${reason}. Lookaround and backreferences are not supported.`)

/**
 * The most instructions of any pattern: compiling a few hundred characters that expand to many more would block the
 * server for seconds.
 */
const MAX_SIZE = 5000

/** The tokens of a pattern that matter for its size: escapes, classes, groups, counts and single characters. */
const PARTS =
  /\\[pPux]\{\w{0,40}\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\]){0,1000}\]|\((?:\?[^:)]{0,40}:)?|\)|\{(\d+)(?:,(\d*))?\}|[\s\S]/g

/** Roughly the least number of instructions of a pattern, with its repetitions expanded. */
function estimateSize(source: string): number {
  const outer: number[] = []
  let size = 0
  /** The size of the previous part, which a count repeats. */
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
/** Loaded with the first pattern: the engine is large, and few requests need it. */
const loadEngine = () => (require('re2js') as typeof import('re2js')).RE2JS

/**
 * A caller's regular expression. Any pattern is matched in linear time: lookaround and backreferences, which no such
 * engine supports, are refused. Source: threats T21.
 */
export class LinearPattern {
  readonly #compiled: RE2JS

  /** Throws a SyntaxError whose message is a sentence for the caller. */
  constructor(source: string) {
    // The translation uses this letter itself.
    if (hasNamedReference(source)) throw refused('a backreference to a group')
    if (estimateSize(source) > MAX_SIZE) throw refused('it repeats too much')
    const engine = loadEngine()
    try {
      this.#compiled = engine.compile(engine.translateRegExp(source))
    } catch (error) {
      throw refused(error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error))
    }
  }

  /** The number of instructions: each may be tried once per character. */
  get size(): number {
    return this.#compiled.programSize()
  }

  /** Whether it matches anywhere in a text. */
  isIn(text: string): boolean {
    return this.#compiled.matcher(text).find()
  }

  /** A text without its matches. */
  removeFrom(text: string): string {
    return this.#compiled.matcher(text).replaceAll('')
  }
}
