import { ApiError, LinearPattern } from 'weirjs/toolkit'

/** Maximum instructions of a monitor's patterns together. Each may run once per character. */
const MAX_SIZE = 2000

/** What a monitor ignores. All patterns are matched in linear time. Source: threats T21. */
export class IgnorePatterns {
  readonly #patterns: readonly LinearPattern[]

  /** Throws 400 `invalid_request` for an invalid pattern, or if they are too large. */
  constructor(sources: readonly string[]) {
    let size = 0
    this.#patterns = sources.map((source, index) => {
      const pattern = compile(source, index)
      size += pattern.size
      // Checked before the others are compiled.
      if (size <= MAX_SIZE) return pattern
      throw refused('options.ignore', 'are too large together: shorten them, or repeat less in them')
    })
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0
  }

  /** Removes all matches from a line. */
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
