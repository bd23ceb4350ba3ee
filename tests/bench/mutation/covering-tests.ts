import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Which lines of the sources a test runs in its own process, by the coverage that was written when it was timed. */
export class CoveringTests {
  readonly #folder: string
  /** By test and source. */
  readonly #lines = new Map<string, Map<string, Set<number>>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Where the coverage of a test is written. */
  folderOf = (test: string) => join(this.#folder, test.replaceAll('/', '_'))

  /**
   * Tests with those first that run the line, then those that may run it in another process or thread: they are not
   * known to have loaded the source at all; at the end those that load it and pass the line over.
   */
  sorted(tests: readonly string[], source: string, line: number): string[] {
    const rankOf = (test: string) => {
      const lines = this.#linesOf(test).get(source)
      return lines === undefined ? 1 : lines.has(line) ? 0 : 2
    }
    return tests
      .map((test) => ({ test, rank: rankOf(test) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ test }) => test)
  }

  #linesOf(test: string): Map<string, Set<number>> {
    const known = this.#lines.get(test)
    if (known !== undefined) return known
    const path = join(this.folderOf(test), 'lcov.info')
    const found = new Map<string, Set<number>>()
    if (!existsSync(path)) return found
    let lines = new Set<number>()
    for (const record of readFileSync(path, 'utf8').split('\n')) {
      if (record.startsWith('SF:')) {
        lines = new Set()
        found.set(record.slice(3), lines)
      }
      const [, line, times] = /^DA:(\d+),(\d+)/.exec(record) ?? []
      if (Number(times) > 0) lines.add(Number(line))
    }
    this.#lines.set(test, found)
    return found
  }
}
