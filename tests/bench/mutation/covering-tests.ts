import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a copy to which a test writes its coverage, and the file there. */
const WRITTEN = '.coverage'
const LCOV = 'lcov.info'

/** The source lines that each test runs in its own process, by its coverage when it passed. */
export class CoveringTests {
  readonly #folder: string
  /** The number of runs of each line, by test and source. */
  readonly #counts = new Map<string, Map<string, Map<number, number>>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The options with which a test in a copy of the checkout writes its coverage. */
  optionsFor = (copy: string) => ['--coverage', '--coverage-reporter=lcov', `--coverage-dir=${join(copy, WRITTEN)}`]

  /** Stores the coverage of a test that has passed. */
  keep(test: string, copy: string) {
    const [written, folder] = [join(copy, WRITTEN, LCOV), this.#folderOf(test)]
    if (!existsSync(written)) return
    mkdirSync(folder, { recursive: true })
    copyFileSync(written, join(folder, LCOV))
    rmSync(written)
  }

  /** Whether the coverage of a test is known. */
  knows = (test: string) => existsSync(join(this.#folderOf(test), LCOV))

  #folderOf = (test: string) => join(this.#folder, test.replaceAll('/', '_'))

  /** The tests that are known to run a line, fastest first. */
  running(tests: readonly string[], source: string, line: number, timeOf: (test: string) => number): string[] {
    return tests.filter((test) => this.#runs(test, source, line)).sort((one, other) => timeOf(one) - timeOf(other))
  }

  /** A line without a count is part of the statement that begins above it. */
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
