import { Glob } from 'bun'

export const root = `${import.meta.dir}/..`
const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }

/** A file's import of another file, or of a package. */
export interface Import {
  file: string
  from: string
}

/** The templates of `weir new` belong to somebody's plugin or engine, not to the core that contains them. */
export const TEMPLATES = 'core/cli/templates'

/**
 * The TypeScript files, pages included, below a folder with their text, by their paths from the root; without the
 * packages that a benchmark installs for its peers.
 */
export async function sourcesBelow(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = [...new Glob(`${folder}/**/*.{ts,tsx,mjs}`).scanSync(root)]
    .filter((name) => folder === TEMPLATES || !name.startsWith(`${TEMPLATES}/`))
    .filter((name) => !name.includes('/node_modules/'))
    .sort()
  return new Map(
    await Promise.all(names.map(async (name) => [name, await Bun.file(`${root}/${name}`).text()] as const)),
  )
}

/** What a file imports when it is loaded, including types, which a transpiler leaves out. */
const statements = (source: string) =>
  [...source.matchAll(/^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm)].map(
    (found) => found[1] ?? found[2] ?? '',
  )
const scan = (file: string, source: string) => {
  const isPage = file.endsWith('.tsx')
  const found = transpilers[isPage ? 'tsx' : 'ts'].scanImports(source.replace(/^#!.*/, ''))
  // For a page, the transpiler also reports what it would compile JSX to, as if that were required.
  return isPage ? found.filter(({ kind }) => kind !== 'require-call') : found
}

/** The imports below a folder, including types and `import()`. */
export async function importsBelow(folder: string): Promise<Import[]> {
  return [...(await sourcesBelow(folder))].flatMap(([file, source]) => {
    const all = new Set([...statements(source), ...scan(file, source).map(({ path }) => path)])
    return [...all].map((from) => ({ file, from }))
  })
}

/** The imports at run time, at the start or later by `import()`; no types. */
export const runtimeImportsBelow = async (folder: string): Promise<Import[]> =>
  [...(await sourcesBelow(folder))].flatMap(([file, source]) =>
    scan(file, source).map(({ path }) => ({ file, from: path })),
  )

/** The target of a relative import, from the root; other imports unchanged. */
export const target = ({ file, from }: Import) =>
  from.startsWith('.') ? new URL(from, `file:///${file}`).pathname.slice(1) : from

/** The groups of files that import each other in a cycle. */
export function circles(imports: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const entry of imports)
    if (entry.from.startsWith('.')) next.set(entry.file, (next.get(entry.file) ?? new Set()).add(target(entry)))
  const reaches = (from: string) => {
    const reached = new Set<string>()
    const left = [from]
    for (let file = left.pop(); file !== undefined; file = left.pop())
      for (const to of next.get(file) ?? []) {
        if (reached.has(to)) continue
        reached.add(to)
        left.push(to)
      }
    return reached
  }
  const reached = new Map([...next.keys()].map((file) => [file, reaches(file)]))
  const groups = [...reached]
    .filter(([file, to]) => to.has(file))
    .map(([file, to]) =>
      [...to]
        .filter((other) => reached.get(other)?.has(file))
        .sort()
        .join(),
    )
  return [...new Set(groups)].map((group) => group.split(','))
}
