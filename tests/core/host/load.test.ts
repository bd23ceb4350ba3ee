import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isSqlite } from '../../store.ts'
import { startWeir } from '../../weir.ts'

const root = join(import.meta.dir, '../../..')
/** A third party's folder, in which `weirjs` is found. */
const home = mkdtempSync(join(tmpdir(), 'weir-load-'))
mkdirSync(join(home, 'node_modules'))
symlinkSync(root, join(home, 'node_modules/weirjs'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let made = 0
function fileOf(source: string): string {
  const file = join(home, `mine-${++made}.ts`)
  writeFileSync(file, source)
  return file
}
const plugin = (more: string, name = 'greeter') =>
  fileOf(`import { definePlugin, defineJob, t } from 'weirjs'
export default definePlugin({ name: '${name}', api: 1, tag: { name: 'Greeter', description: 'Greets.' }, ${more} } as never)
`)
const engine = (name: string, more = 'open: () => ({ fetch: async () => { throw new Error() } })') =>
  fileOf(`import { defineEngine } from 'weirjs'
export default defineEngine({ name: '${name}', api: 1, supports: {}, ${more} } as never)
`)

/** The error line of a failed start. */
async function refusal(settings: Record<string, string>): Promise<string> {
  try {
    const weir = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight', ...settings })
    await weir.close()
    return 'it started'
  } catch (error) {
    expect((error as Error).name).toBe('SettingError')
    return (error as Error).message
  }
}
const ofPlugin = (file: string) => refusal({ WEIR_PLUGINS: file })
const ofEngine = (file: string, others = 'lightweight,browser_b') => refusal({ WEIR_ENGINES: `${others},${file}` })

describe('what cannot be an engine', () => {
  test('a plugin', async () => {
    const file = plugin('')
    expect(await ofEngine(file)).toBe(`WEIR_ENGINES: ${file} is the plugin greeter: name it in WEIR_PLUGINS instead`)
  })
  test('an object without the function open', async () => {
    const file = engine('mine', '')
    expect(await ofEngine(file)).toBe(
      `WEIR_ENGINES: ${file} exports the engine mine without open, the function that makes it`,
    )
  })
  test('one with another name of a built-in engine', async () => {
    expect(await ofEngine(engine('firefox'))).toBe(
      'WEIR_ENGINES: firefox is a name of the engine browser_b, and of firefox; leave one of them out, or rename yours',
    )
  })
  test('one whose alias is the name of another', async () => {
    const file = engine('mine', "aliases: ['lightweight'], open: () => ({})")
    expect(await ofEngine(file)).toContain('WEIR_ENGINES: lightweight is a name of the engine lightweight, and of mine')
  })
  test('one with an invalid name', async () => {
    const file = engine('Mine')
    expect(await ofEngine(file)).toBe(
      `WEIR_ENGINES: ${file} calls itself "Mine": a name is lower-case letters, digits, _ and -, such as my-engine`,
    )
  })
})

describe('what cannot be a plugin', () => {
  test('an engine', async () => {
    const file = engine('mine')
    expect(await ofPlugin(file)).toBe(`WEIR_PLUGINS: ${file} is the engine mine: name it in WEIR_ENGINES instead`)
  })
  test('one with an invalid name', async () => {
    const file = plugin('', 'My Plugin')
    expect(await ofPlugin(file)).toBe(
      `WEIR_PLUGINS: ${file} calls itself "My Plugin": a name is lower-case letters, digits, _ and -, such as my-plugin`,
    )
  })
  test('a module without a default export', async () => {
    const file = fileOf('export const nothing = 1\n')
    expect(await ofPlugin(file)).toBe(`WEIR_PLUGINS: ${file} exports no plugin by default (use definePlugin)`)
  })
  test('an object without a tag', async () => {
    const file = fileOf("export default { name: 'bare', api: 1 }\n")
    expect(await ofPlugin(file)).toContain('exports the plugin bare without tag')
  })
  test('one with a reserved name', async () => {
    for (const name of ['any', 'none', 'core'])
      expect(await ofPlugin(plugin('', name))).toContain(`calls itself ${name}, which Weir keeps for itself: rename it`)
  })
  test('one with a misspelt field, which the error names', async () => {
    const file = plugin('limits: { greet: { free: { perhour: 1 } } }')
    expect(await ofPlugin(file)).toStartWith(
      `WEIR_PLUGINS: ${file} exports the plugin greeter with a fault: there is no field limits.greet.free.perhour;`,
    )
  })
  test('one with an unnamed service of several providers, or one that is created asynchronously', async () => {
    const many = "({ id: 'greeter.many', many: true })"
    const provided = (more: string) => ofPlugin(plugin(`provides: [{ service: ${many}, ${more} }]`))
    expect(await provided('create: () => ({})')).toBe(
      "Plugin greeter: greeter.many may have several providers: give yours a name, as in by({ name: 'mine' }, () => …)",
    )
    expect(await provided("name: 'mine', create: async () => ({})")).toStartWith(
      'Plugin greeter: its services could not be made: greeter.many is made by an async function: do in setup what',
    )
  })
  for (const [route, words] of [
    ["get('/greet', () => '', { access: 'admn' })", 'the route GET /v1/greet: access must be one of: anyone, key,'],
    [
      "get('/greet', () => '', { access: { permision: 'x' } })",
      'the route GET /v1/greet: there is no field access.per',
    ],
    ["get('/v1/greet', () => '', { access: 'key' })", 'the route GET /v1/v1/greet begins with /v1 by itself'],
    [
      "post('/greet', () => '', { access: 'key', body: { name: 'string' } })",
      'the body of the route POST /v1/greet is no schema: make it by t, such as t.Object({…})',
    ],
    [
      "post('/greet', () => '', { access: 'key', response: { 200: { name: 'string' } } })",
      'the response.200 of the route POST /v1/greet is no schema: make it by t',
    ],
  ] as const)
    test(`one with a route that is refused: ${words}`, async () => {
      expect(await ofPlugin(plugin(`routes: (app) => app.${route}`))).toStartWith(`Plugin greeter: ${words}`)
    })
  test("one with a route whose operation has the name of another plugin's", async () => {
    const route = "routes: (app) => app.get('/greet', () => '', { access: 'key', detail: { operationId: 'login' } })"
    expect(await ofPlugin(plugin(route))).toMatch(
      / has the operationId login, as one of the plugin \w+ has; rename that/,
    )
  })
  test('a file with a syntax error, which the error locates', async () => {
    const file = fileOf('export default {\n  name: "x\n}\n')
    expect(await ofPlugin(file)).toMatch(
      /^WEIR_PLUGINS: \S+ could not be loaded: Unterminated string literal at \S+:2:9$/,
    )
  })
})

describe('a plugin that fails at start is named, with the reason and the place', () => {
  for (const [what, more, message] of [
    ['routes', "routes: () => { throw new Error('No way') }", 'its routes could not be made: No way at'],
    ['setup', "setup: async () => { throw new Error('Not so') }", 'it could not be set up: Not so at'],
    ['start', "start: async () => { throw new Error('Not now') }", 'it could not be started: Not now at'],
    [
      'a table that exists already',
      "migrations: [{ name: '001-users', up: async (db) => { await db.schema.createTable('users').addColumn('id', 'text').execute() } }]",
      `its tables could not be updated: ${isSqlite ? 'table' : 'relation'} "users" already exists`,
    ],
    [
      'migrations out of order',
      "migrations: [{ name: '002-b', up: async () => {} }, { name: '001-a', up: async () => {} }]",
      'its tables could not be updated: Migration 001-a of greeter must sort after the one before it',
    ],
  ] as const)
    test(what, async () => {
      const line = await ofPlugin(plugin(more))
      expect(line).toStartWith(`Plugin greeter: ${message}`)
      expect(line).not.toContain('\n')
      if (message.endsWith(' at')) expect(line).toMatch(/ at \/\S+mine-\d+\.ts:\d+:\d+$/)
    })

  for (const name of ['greet', 'other.greet', 'greeter.', 'greeter.greet.more'])
    test(`one with a job called ${name}`, async () => {
      const job = `defineJob({ name: '${name}', input: t.Object({}), item: t.Object({}), seed: () => [], run: async () => ({ millicredits: 0 }) })`
      expect(await ofPlugin(plugin(`jobs: [${job}]`))).toBe(
        `Plugin greeter: the job ${name} must be called greeter.<verb>`,
      )
    })
})

describe('a service', () => {
  test('of a built-in plugin is available to a third party by its exported name', async () => {
    const file = fileOf(`import { definePlugin, reply, t } from 'weirjs'
import { scraper } from 'weirjs/plugins/scrape/service'
import { isSqlite } from '../../store.ts'
export default definePlugin({
  name: 'greeter', api: 1, tag: { name: 'Greeter', description: 'Greets.' }, requires: [scraper],
  routes: (app, kit) => app.get('/greet', () => ({ success: true as const, data: { text: typeof kit.use(scraper).page } }), {
    access: 'key', response: { 200: reply(t.Object({ text: t.String() })) }, detail: { summary: 'Greets' },
  }),
})
`)
    const weir = await startWeir({ WEIR_PLUGINS: `scrape,${file}`, WEIR_ENGINES: 'lightweight' })
    expect((await weir.get('/v1/greet')).body.data.text).toBe('function')
    await weir.close()
    // A copy of the object works as well: the extractor of a third party is found.
    const extract = fileOf(`import { definePlugin, defineService } from 'weirjs'
const extractor = defineService('extract.extractor')
export default definePlugin({
  name: 'mine', api: 1, tag: { name: 'Mine', description: 'Extracts.' },
  provides: [extractor.by(() => ({
    check() {}, formats: () => ['markdown'],
    extract: async () => ({ extracted: { answer: 42 }, tokens: 1, warnings: [] }),
  }))],
})
`)
    const page = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => new Response('<h1>Page</h1><p>Text.</p>', { headers: { 'content-type': 'text/html' } }),
    })
    const both = await startWeir({ WEIR_PLUGINS: `scrape,${extract}`, WEIR_ENGINES: 'lightweight' })
    const body = {
      url: page.url.href,
      extract: { schema: { type: 'object', properties: { answer: { type: 'number' } } } },
    }
    const { status, body: answer } = await both.post('/v1/scrape', body)
    expect([status, JSON.stringify(answer)]).toEqual([200, expect.stringContaining('"answer":42')])
    await both.close()
    page.stop(true)
  })
})

test('the refusal of a private address names the setting only to an administrator and in the log', async () => {
  const weir = await startWeir({ WEIR_PLUGINS: 'scrape', WEIR_ENGINES: 'lightweight', WEIR_EGRESS_ALLOW: '' })
  const user = await weir.user('pro')
  const url = 'http://10.1.2.3/'
  const mine = await weir.post('/v1/scrape', { url })
  expect([mine.status, mine.body.error.details]).toEqual([
    400,
    { url, reason: 'forbidden_address', remedy: expect.stringContaining('WEIR_EGRESS_ALLOW') },
  ])
  const theirs = await weir.post('/v1/scrape', { url }, { key: user.key })
  expect([theirs.status, theirs.text.includes('WEIR_')]).toEqual([400, false])
  const lines = weir.log.filter((line) => line.includes('WEIR_EGRESS_ALLOW'))
  expect(lines).toEqual([expect.stringMatching(/warn .*host=10\.1\.2\.3 port=80\n$/)])
  await weir.close()
})
