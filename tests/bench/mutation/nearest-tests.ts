import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'

/** Finds the tests that reach a source by imports, and their distance. */
export class NearestTests {
  readonly #root: string
  /** The importers of each file. */
  readonly #importers = new Map<string, Set<string>>()

  constructor(root: string) {
    this.#root = root
    for (const file of new Glob('{core,plugins,engines,schemas,tests}/**/*.{ts,mjs}').scanSync(root)) {
      if (file.startsWith('tests/bench/')) continue
      // A server loads its plugins by name, without an import.
      const [, plugin] = /^tests\/plugins\/(\w+)\/.*\.test\.ts$/.exec(file) ?? []
      if (plugin !== undefined) this.#add(`plugins/${plugin}/index.ts`, file)
      const source = readFileSync(join(root, file), 'utf8')
      const imports = [...source.matchAll(imported)].map(([, specifier = '']) => this.#resolve(file, specifier))
      const programs = [...source.matchAll(started)].map(([, path = '']) => this.#resolveProgram(file, path))
      for (const target of [...imports, ...programs]) if (target !== undefined) this.#add(target, file)
    }
  }

  #add(target: string, importer: string): void {
    this.#importers.set(target, (this.#importers.get(target) ?? new Set<string>()).add(importer))
  }

  /**
   * The test files nearest to a source, the one that mirrors its path first, and all that import it. For a source of
   * an engine, the conformance suites that reach it come after the first two, because they test most of its
   * behaviour.
   */
  of(source: string, most: number): string[] {
    const distance = new Map([[source, 0]])
    for (const file of distance.keys())
      for (const importer of this.#importers.get(file) ?? [])
        if (!distance.has(importer)) distance.set(importer, distance.get(file)! + 1)
    const likeness = (test: string) => sharedFolders(test.replace(/^tests\//, ''), source)
    const sorted = [...distance]
      .filter(([file]) => file.endsWith('.test.ts') && !file.startsWith('tests/e2e/escape'))
      .sort(([a, near], [b, far]) => likeness(b) - likeness(a) || near - far)
    const isSuite = (test: string) => source.startsWith('engines/') && conformance.test(test)
    const found = sorted.filter(([file, away], i) => i < most || away === 1 || isSuite(file))
    const files = found.map(([file]) => file)
    return [...new Set([...files.slice(0, 2), ...files.filter(isSuite), ...files])]
  }

  #resolve(from: string, specifier: string): string | undefined {
    if (specifier.startsWith('.')) return this.#existing(join(dirname(from), specifier))
    if (specifier === 'weirjs') return 'core/index.ts'
    if (specifier === 'weirjs/schemas') return 'schemas/index.ts'
    if (specifier === 'weirjs/testing') return 'tests/conformance/index.ts'
    return specifier.startsWith('weirjs/') ? this.#existing(join(specifier.slice(7), 'index.ts')) : undefined
  }

  /** A program that is started by its path, relative to the folder of the importer or to the root. */
  #resolveProgram = (from: string, path: string) => this.#existing(join(dirname(from), path)) ?? this.#existing(path)

  #existing = (file: string) => (existsSync(join(this.#root, file)) ? file : undefined)
}

const conformance = /^tests\/engines\/\w+\/engine\.test\.ts$/
const imported = /(?:from|import|URL)\s*\(?\s*'((?:\.|weirjs)[^']*)'/g
const started = /'([\w./-]+\.ts)'/g

/** The number of leading folders that two paths share, plus one if the files have the same name. */
function sharedFolders(one: string, other: string): number {
  const [a, b] = [one.replace(/(?:\.test)?\.ts$/, '').split('/'), other.replace(/\.ts$/, '').split('/')]
  let shared = 0
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++
  return shared
}
