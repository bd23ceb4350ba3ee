import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a copy into which a test writes, and the file there. */
const WRITTEN = '.coverage'
const LCOV = 'lcov.info'

/** Which lines of the sources a test runs in its own process, by the coverage that was written when it passed. */
export class CoveringTests {
  readonly #folder: string
  /** How often each line is run, by test and source. */
  readonly #counts = new Map<string, Map<string, Map<number, number>>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The options with which a test in a copy of the checkout writes what it runs. */
  optionsFor = (copy: string) => ['--coverage', '--coverage-reporter=lcov', `--coverage-dir=${join(copy, WRITTEN)}`]

  /** Keeps what a test that has passed wrote. */
  keep(test: string, copy: string) {
    const [written, folder] = [join(copy, WRITTEN, LCOV), this.#folderOf(test)]
    if (!existsSync(written)) return
    mkdirSync(folder, { recursive: true })
    copyFileSync(written, join(folder, LCOV))
    rmSync(written)
  }

  /** Whether it is known what a test runs. */
  knows = (test: string) => existsSync(join(this.#folderOf(test), LCOV))

  #folderOf = (test: string) => join(this.#folder, test.replaceAll('/', '_'))

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
    const path = join(this.#folderOf(test), LCOV)
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
