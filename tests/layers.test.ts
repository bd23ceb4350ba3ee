import { expect, test } from 'bun:test'
import { Glob } from 'bun'

const root = `${import.meta.dir}/..`
const packages = Object.keys((await Bun.file(`${root}/package.json`).json()).dependencies)
const transpiler = new Bun.Transpiler({ loader: 'ts' })

interface Import {
  file: string
  from: string
}

/** What a file imports as it is loaded, types too, which a transpiler leaves out. */
const statements = (source: string) =>
  [...source.matchAll(/^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm)].map(
    (found) => found[1] ?? found[2],
  )

function importsOf(file: string, source: string): Import[] {
  const typed = statements(source)
  const running = transpiler.scanImports(source.replace(/^#!.*/, '')).map(({ path }) => path)
  return [...new Set([...typed, ...running])].map((from) => ({ file, from: from as string }))
}

async function importsBelow(folder: string): Promise<Import[]> {
  const found: Import[] = []
  for await (const name of new Glob(`${folder}/**/*.{ts,mjs}`).scan(root))
    found.push(...importsOf(name, await Bun.file(`${root}/${name}`).text()))
  return found
}

/** Where a relative import leads, from the root; other imports as they are. */
const target = ({ file, from }: Import) =>
  from.startsWith('.') ? new URL(from, `file:///${file}`).pathname.slice(1) : from
const shown = (list: Import[]) => list.map(({ file, from }) => `${file} imports ${from}`)
const bare = (from: string) =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')

test('the core imports no plugin, engine, schema or test', async () => {
  const wrong = (await importsBelow('core')).filter((entry) =>
    /^(plugins|engines|schemas|tests)\/|^weirjs/.test(target(entry)),
  )
  expect(shown(wrong)).toEqual([])
})

test('schemas import only the core, by its public name', async () => {
  const wrong = (await importsBelow('schemas')).filter(
    (entry) => entry.from !== 'weirjs' && !target(entry).startsWith('schemas/'),
  )
  expect(shown(wrong)).toEqual([])
})

test('engines import the core by its public name, and their drivers', async () => {
  const wrong = (await importsBelow('engines')).filter(
    (entry) =>
      !target(entry).startsWith('engines/') &&
      !/^(weirjs$|node:)/.test(entry.from) &&
      !packages.includes(bare(entry.from)),
  )
  expect(shown(wrong)).toEqual([])
})

test('plugins import the core and schemas by their public names, and of each other services and toolkits alone', async () => {
  const wrong = (await importsBelow('plugins')).filter((entry) => {
    const to = target(entry)
    const own = entry.file.split('/').slice(0, 2).join('/')
    if (to.startsWith(`${own}/`) || /^plugins\/[\w-]+\/(?:service|toolkit|sandbox-toolkit)\.ts$/.test(to)) return false
    return !/^(weirjs(\/schemas)?$|node:)/.test(entry.from) && !packages.includes(bare(entry.from))
  })
  expect(shown(wrong)).toEqual([])
})

test('every package that the product imports is one of its dependencies', async () => {
  const all = (await Promise.all(['core', 'schemas', 'plugins', 'engines'].map(importsBelow))).flat()
  const wrong = all.filter(
    ({ from }) => !/^(\.|node:|bun:|weirjs)/.test(from) && from !== 'bun' && !packages.includes(bare(from)),
  )
  expect(shown(wrong)).toEqual([])
})

test('only the runtime folder, the SQLite drivers and boot name a runtime', async () => {
  const wrong: string[] = []
  for await (const name of new Glob('{core,schemas,plugins,engines}/**/*.ts').scan(root)) {
    if (/^core\/(runtime|store\/sqlite)\//.test(name)) continue
    const code = (await Bun.file(`${root}/${name}`).text())
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      .replace(/'[^'\n]*'|`[^`]*`/g, "''")
    if (/\b(Bun|Deno)\s*\.|from ''bun/.test(code)) wrong.push(name)
  }
  expect(wrong).toEqual([])
})

/** The groups of files that import each other in a circle. */
function circles(imports: readonly Import[]): string[][] {
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

test('no files of the core import each other in a circle at run time', async () => {
  const running: Import[] = []
  for await (const file of new Glob('core/**/*.ts').scan(root)) {
    const source = (await Bun.file(`${root}/${file}`).text()).replace(/^#!.*/, '')
    for (const { path, kind } of transpiler.scanImports(source))
      if (kind === 'import-statement') running.push({ file, from: path })
  }
  expect(running.length).toBeGreaterThan(500)
  expect(circles(running)).toEqual([])
})

test('of types only the contracts of plugins, jobs and services speak of each other', async () => {
  const typed: Import[] = []
  for await (const file of new Glob('core/**/*.ts').scan(root))
    for (const from of statements(await Bun.file(`${root}/${file}`).text())) typed.push({ file, from: from as string })
  expect(circles(typed)).toEqual([
    [
      'core/contracts/jobs/job.ts',
      'core/contracts/jobs/jobs.ts',
      'core/contracts/plugin.ts',
      'core/contracts/service.ts',
    ],
  ])
})

test('contracts are types alone', async () => {
  const running: string[] = []
  for await (const file of new Glob('core/contracts/**/*.ts').scan(root))
    if (transpiler.transformSync(await Bun.file(`${root}/${file}`).text()).trim() !== '') running.push(file)
  expect(running).toEqual([])
})
