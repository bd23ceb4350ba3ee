import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { type Import, importsBelow, root, sourcesBelow, target } from './imports.ts'

const packages = Object.keys((await Bun.file(`${root}/package.json`).json()).dependencies)
const transpiler = new Bun.Transpiler({ loader: 'ts' })

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

test('plugins import the core and schemas by their public names, and only services and toolkits of each other', async () => {
  const wrong = (await importsBelow('plugins')).filter((entry) => {
    const to = target(entry)
    const own = entry.file.split('/').slice(0, 2).join('/')
    if (to.startsWith(`${own}/`) || /^plugins\/[\w-]+\/(?:service|toolkit|sandbox-toolkit)\.ts$/.test(to)) return false
    return (
      !/^(weirjs(\/(?:client|toolkit|schemas(?:\/formats)?))?$|node:)/.test(entry.from) &&
      !packages.includes(bare(entry.from))
    )
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

test('only the runtime folder, the SQLite drivers, boot and the bundler name a runtime', async () => {
  const sources = await Promise.all(['core', 'schemas', 'plugins', 'engines'].map(sourcesBelow))
  const wrong = sources
    .flatMap((files) => [...files])
    .filter(([name, source]) => {
      if (/^core\/(runtime|store\/sqlite|bundle)\/|\.mjs$/.test(name)) return false
      const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/'[^'\n]*'|`[^`]*`/g, "''")
      return /\b(Bun|Deno)\s*\.|from ''bun/.test(code)
    })
    .map(([name]) => name)
  expect(wrong).toEqual([])
})

test('contracts contain only types', async () => {
  const running: string[] = []
  for await (const file of new Glob('core/contracts/**/*.ts').scan(root))
    if (transpiler.transformSync(await Bun.file(`${root}/${file}`).text()).trim() !== '') running.push(file)
  expect(running).toEqual([])
})
