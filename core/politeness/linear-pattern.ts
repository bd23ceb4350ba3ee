import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'

/** Whether a pattern refers to a named group; two backslashes stand for one. */
const hasNamedReference = (source: string) => source.replaceAll('\\\\', '').includes('\\k<')

const refused = (reason: string) =>
  new SyntaxError(`is not a pattern that is taken: ${reason}. Look-around and references back are not.`)

const require = createRequire(import.meta.url)
/** Loaded with the first pattern: it is large, and few requests have one. */
const loadEngine = () => (require('re2js') as typeof import('re2js')).RE2JS

/**
 * A regular expression of a caller. It is matched in linear time, whatever it is: look-around and references back,
 * which no such engine has, are refused. Source: threats T21.
 */
export class LinearPattern {
  readonly #compiled: RE2JS

  /** Throws a SyntaxError with a sentence for the caller. */
  constructor(source: string) {
    // The translation takes the letter for itself.
    if (hasNamedReference(source)) throw refused('a reference back to a group')
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
