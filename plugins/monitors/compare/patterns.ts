import { ApiError, LinearPattern } from 'weirjs/toolkit'

/** Instructions that all patterns of a monitor may have together: each may be tried once for each character. */
const MAX_SIZE = 2000

/** What a monitor does not compare. Patterns are matched in linear time, whatever they are. Source: threats T21. */
export class IgnorePatterns {
  readonly #patterns: readonly LinearPattern[]

  /** Throws 400 `invalid_request` for what is no pattern, or is too large. */
  constructor(sources: readonly string[]) {
    let size = 0
    this.#patterns = sources.map((source, index) => {
      const pattern = compile(source, index)
      size += pattern.size
      // Before the others are compiled.
      if (size <= MAX_SIZE) return pattern
      throw refused('options.ignore', 'are too large together: shorten them, or repeat less in them')
    })
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0
  }

  /** A line without what they match. */
  strip(line: string): string {
    return this.#patterns.reduce((text, pattern) => pattern.removeFrom(text), line)
  }
}

const refused = (parameter: string, why: string) =>
  new ApiError('invalid_request', `${parameter} ${why}`, { parameter })

function compile(source: string, index: number): LinearPattern {
  try {
    return new LinearPattern(source)
  } catch (error) {
    throw refused(`options.ignore.${index}`, (error as SyntaxError).message)
  }
}
