import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWeir } from '../../weir.ts'

const root = join(import.meta.dir, '../../..')
/** Plugins that cannot be switched off. */
const always = ['account', 'admin', 'analytics', 'content', 'documents', 'jobs']
const plugins = readdirSync(join(root, 'plugins')).filter(
  (name) => !always.includes(name) && existsSync(join(root, 'plugins', name, 'index.ts')),
)
const engines = Object.keys((await Bun.file(join(root, 'package.json')).json()).weir.engines)

/** One store for all starts, as of an operator who switches plugins on and off; its tables are created once. */
const dataDir = mkdtempSync(join(tmpdir(), 'weir-switched-off-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const store = { WEIR_DATA_DIR: dataDir, WEIR_ADMIN_API_KEY: `wr_12345_${'1'.repeat(40)}` }

/** The plugins that run, or the error line of a refused start. */
async function start(settings: Record<string, string>): Promise<string[] | string> {
  try {
    const weir = await startWeir({ ...store, ...settings })
    const { data } = (await weir.get('/v1/capabilities')).body
    const unknown = weir.log.filter((line) => line.includes('error'))
    await weir.close()
    return unknown.length > 0 ? unknown.join('') : data.plugins.map(({ name }: { name: string }) => name).sort()
  } catch (error) {
    return (error as Error).message
  }
}
const without = (name: string) => [...plugins.filter((other) => other !== name), ...always].sort()

describe('each plugin', () => {
  for (const name of plugins) {
    test(`${name} can be left out, or is named by one that needs it`, async () => {
      const started = await start({ WEIR_PLUGINS: without(name).join(',') })
      if (typeof started === 'string')
        expect(started).toMatch(new RegExp(`^Plugin \\w+ needs ${name}\\.\\w+, .*: add ${name} to WEIR_PLUGINS$`))
      else expect(started).toEqual(without(name))
    })

    test(`${name} works alone, or says what it needs`, async () => {
      const started = await start({ WEIR_PLUGINS: name })
      if (typeof started === 'string')
        expect(started).toMatch(new RegExp(`^Plugin ${name} needs (\\w+)\\.\\w+, .*: add \\1 to`))
      else expect(started).toEqual([name, ...always].sort())
    })
  }

  test('scrape needs no other plugin', async () =>
    expect(await start({ WEIR_PLUGINS: 'scrape' })).toEqual([...always, 'scrape']))
})

describe('each engine', () => {
  for (const name of engines)
    test(`${name} can be the only one`, async () => {
      const weir = await startWeir({ ...store, WEIR_PLUGINS: 'scrape', WEIR_ENGINES: name })
      const { data } = (await weir.get('/v1/capabilities')).body
      expect(data.engines.map((engine: { name: string }) => engine.name)).toEqual([name])
      await weir.close()
    })
})
