import { Glob } from 'bun'

export const root = `${import.meta.dir}/..`
const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }

/** A file's import of another file, or of a package. */
export interface Import {
  file: string
  from: string
}

/** The files that `weir new` copies. They belong to somebody's plugin or engine, not to the core. */
export const TEMPLATES = 'core/cli/templates'

/**
 * The text of all TypeScript files below a folder, `.tsx` included, by path from the root; without the packages that
 * a benchmark installs for its peers.
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

/** The static imports of a file, including those of types, which a transpiler drops. */
const statements = (source: string) =>
  [...source.matchAll(/^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm)].map(
    (found) => found[1] ?? found[2] ?? '',
  )
const scan = (file: string, source: string) => {
  const isPage = file.endsWith('.tsx')
  const found = transpilers[isPage ? 'tsx' : 'ts'].scanImports(source.replace(/^#!.*/, ''))
  // For JSX the transpiler also lists the runtime to which it would compile tags, as a `require`.
  return isPage ? found.filter(({ kind }) => kind !== 'require-call') : found
}

/** All imports below a folder: types and `import()` included. */
export async function importsBelow(folder: string): Promise<Import[]> {
  return [...(await sourcesBelow(folder))].flatMap(([file, source]) => {
    const all = new Set([...statements(source), ...scan(file, source).map(({ path }) => path)])
    return [...all].map((from) => ({ file, from }))
  })
}

/** All imports at run time, `import()` included: no types. */
export const runtimeImportsBelow = async (folder: string): Promise<Import[]> =>
  [...(await sourcesBelow(folder))].flatMap(([file, source]) =>
    scan(file, source).map(({ path }) => ({ file, from: path })),
  )

/** The path of a relative import from the root; other imports unchanged. */
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
