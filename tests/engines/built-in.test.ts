import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineDefinition } from 'weirjs'
import { loadEngines } from '../../core/host/load.ts'

const root = join(import.meta.dir, '../..')
const named: Record<string, string> = (await Bun.file(join(root, 'package.json')).json()).weir.engines

const load = (engines: readonly string[]): Promise<EngineDefinition[]> =>
  loadEngines({ settings: { WEIR_ENGINES: engines }, folder: root } as never)

test('package.json names each built-in engine by the name that it has itself', async () => {
  for (const name of Object.keys(named)) expect((await load([name])).map((engine) => engine.name)).toEqual([name])
  expect((await load(['*'])).map(({ name }) => name)).toEqual(Object.keys(named))
})

test('an engine is loaded by its aliases as well, once', async () => {
  const aliases = (await load(['*'])).flatMap((engine) => (engine.aliases ?? []).map((alias) => [alias, engine.name]))
  expect(aliases.map(([alias]) => alias)).toEqual(expect.arrayContaining(['chromium', 'firefox']))
  for (const [alias = '', name = ''] of aliases)
    expect((await load(['lightweight', alias, name])).map((engine) => engine.name)).toEqual(['lightweight', name])
})

test('every folder with an engine is listed in package.json', async () => {
  const folders = readdirSync(join(root, 'engines')).filter((name) =>
    existsSync(join(root, 'engines', name, 'index.ts')),
  )
  const engines: string[] = []
  for (const name of folders)
    if ((await import(join(root, 'engines', name, 'index.ts'))).default) engines.push(`./engines/${name}/index.ts`)
  expect(Object.values(named).sort()).toEqual(engines.sort())
})
