import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Which lines of the sources a test runs in its own process, by the coverage that was written when it was timed. */
export class CoveringTests {
  readonly #folder: string
  /** How often each line is run, by test and source. */
  readonly #counts = new Map<string, Map<string, Map<number, number>>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Where the coverage of a test is written. */
  folderOf = (test: string) => join(this.#folder, test.replaceAll('/', '_'))

  /** Those tests that are known to run the line, the quickest first. */
  running(tests: readonly string[], source: string, line: number, timeOf: (test: string) => number): string[] {
    return tests.filter((test) => this.#runs(test, source, line)).sort((one, other) => timeOf(one) - timeOf(other))
  }

  /** A line that is not counted is part of the statement that begins above it. */
  #runs(test: string, source: string, line: number): boolean {
    const counts = this.#countsOf(test).get(source)
    for (let counted = line; counts !== undefined && counted > 0; counted--) {
      const count = counts.get(counted)
      if (count !== undefined) return count > 0
    }
    return false
  }

  #countsOf(test: string): Map<string, Map<number, number>> {
    const known = this.#counts.get(test)
    if (known !== undefined) return known
    const path = join(this.folderOf(test), 'lcov.info')
    const found = new Map<string, Map<number, number>>()
    if (!existsSync(path)) return found
    let counts = new Map<number, number>()
    for (const record of readFileSync(path, 'utf8').split('\n')) {
      if (record.startsWith('SF:')) {
        counts = new Map()
        found.set(record.slice(3), counts)
      }
      const [, line, times] = /^DA:(\d+),(\d+)/.exec(record) ?? []
      if (line !== undefined) counts.set(Number(line), Number(times))
    }
    this.#counts.set(test, found)
    return found
  }
}
