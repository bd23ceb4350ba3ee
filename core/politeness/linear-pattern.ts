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

/** A range whose end is outside ASCII, or written as an escape. */
const RANGES = /-(?=\\x\{([\da-f]{1,6})\}|([^\u0000-\u007f]))/giu
const UNICODE_CLASSES = /\\[pP]/g
const IGNORES_CASE = /\(\?[a-z-]{0,10}i/i

/**
 * How long the engine takes to compile the character classes of a pattern, in instructions of about 20 µs. If case is
 * ignored it looks up each character of a range, up to 125,000 of them.
 */
function costOfClasses(source: string): number {
  const isFolded = IGNORES_CASE.test(source)
  let cost = (source.match(UNICODE_CLASSES)?.length ?? 0) * (isFolded ? 10 : 5)
  if (isFolded)
    for (const { 1: code, 2: char, index } of source.matchAll(RANGES)) {
      const end = code === undefined ? char!.codePointAt(0)! : Number.parseInt(code, 16)
      cost += Math.max(0, end - startOfRange(source.slice(0, index))) / 1250
    }
  return Math.ceil(cost)
}

/** The character at the end of a text, which a range begins with. */
function startOfRange(before: string): number {
  const code = /\\x\{([\da-f]{1,6})\}$/i.exec(before.slice(-12))?.[1]
  if (code !== undefined) return Number.parseInt(code, 16)
  const last = before.at(-1) ?? ''
  return (/[\udc00-\udfff]/.test(last) ? before.codePointAt(before.length - 2) : last.codePointAt(0)) ?? 0
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
  readonly #cost: number

  /** Throws a SyntaxError whose message is a sentence for the caller. */
  constructor(source: string) {
    // The translation uses this letter itself.
    if (hasNamedReference(source)) throw refused('a backreference to a group')
    if (estimateSize(source) > MAX_SIZE) throw refused('it repeats too much')
    const engine = loadEngine()
    const translated = engine.translateRegExp(source)
    this.#cost = costOfClasses(translated)
    if (this.#cost > MAX_SIZE) throw refused('its character classes are too large for a pattern that ignores case')
    try {
      this.#compiled = engine.compile(translated)
    } catch (error) {
      throw refused(error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error))
    }
  }

  /** The number of instructions, each of which may be tried once per character, and the cost of its classes. */
  get size(): number {
    return this.#compiled.programSize() + this.#cost
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
