import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore } from '../../store.ts'
import { root, runtimes, startProcess } from '../start-process.ts'

const home = mkdtempSync(join(tmpdir(), 'weir-start-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let made = 0
const folderOf = (config?: string) => {
  const folder = join(home, `${++made}`)
  Bun.spawnSync(['mkdir', folder])
  if (config !== undefined) writeFileSync(join(folder, 'weir.config.ts'), config)
  return folder
}
/** The smallest set of plugins and engines that starts. */
const little = { WEIR_PLUGINS: 'account' }
type Options = Parameters<typeof startProcess>[0]
/** The output of a failed start. */
const refusal = async (options: Options) => {
  const started = await startProcess(options).catch((error: Error) => error)
  if (started instanceof Error) return started.message
  await started.stop()
  return 'it started'
}

for (const runtime of ['Bun', 'Deno'] as const)
  describe.skipIf(!existsSync(runtimes[runtime][0]))(`on ${runtime}`, () => {
    test('a second server on the same port is refused', async () => {
      const first = await startProcess({ runtime, settings: little })
      const { port } = new URL(first.address)
      const said = await refusal({ runtime, settings: { ...little, WEIR_PORT: port } })
      expect(said).toEndWith(`weir: WEIR_PORT: ${port} on 127.0.0.1 is taken by another program; choose another port\n`)
      expect((await first.get('/v1/users/profile')).status).toBe(200)
      expect(await first.stop()).toBe(0)
    }, 120_000)

    for (const WEIR_HOST of ['999.1.1.1', '203.0.113.77'])
      test(`WEIR_HOST=${WEIR_HOST} is refused in one line`, async () => {
        expect(await refusal({ runtime, settings: { ...little, WEIR_HOST } })).toBe(
          `weir: WEIR_HOST: ${WEIR_HOST} is not an address of this machine; 127.0.0.1 is this machine alone, 0.0.0.0 all of its addresses\n`,
        )
      }, 120_000)

    test('a syntax error in weir.config.ts is reported with its place', async () => {
      const folder = folderOf('export default {\n  WEIR_PORT: 8080,\n  WEIR_HOST: "x\n}\n')
      expect(await refusal({ runtime, folder })).toMatch(
        /^weir: weir\.config\.ts could not be loaded: Unterminated string [a-z]+ at \S*weir\.config\.ts:3:1\d\n$/,
      )
    }, 120_000)

    test('an error thrown by weir.config.ts is reported with its place', async () => {
      const folder = folderOf("throw new Error('Nothing is set')\n")
      expect(await refusal({ runtime, folder })).toMatch(
        /^weir: weir\.config\.ts could not be loaded: Nothing is set at \S*weir\.config\.ts:1:\d+\n$/,
      )
    }, 120_000)
  })

test('a read-only data folder is refused in one line', async () => {
  const file = join(home, 'file')
  writeFileSync(file, '')
  expect(await refusal({ settings: { WEIR_DATA_DIR: join(file, 'data') } })).toBe(
    `weir: WEIR_DATA_DIR: ${join(file, 'data')} cannot be written (ENOTDIR): change its owner, or choose another directory\n`,
  )
}, 120_000)

test('data of a newer version is refused in one line', async () => {
  const dataDir = join(home, 'newer')
  const first = await startProcess({ settings: { ...little, WEIR_DATA_DIR: dataDir } })
  await first.stop()
  const store = await openStore({ dataDir })
  await store.write((tx) => sql`insert into migrations values ('core', '999-future', 0)`.execute(tx.db()))
  await store.close()
  expect(await refusal({ settings: { ...little, WEIR_DATA_DIR: dataDir } })).toMatch(
    /^weir: WEIR_DATA(_DIR|BASE_URL): .+ cannot be brought up to date: The data was written by a newer version: .*999-future.*\n$/,
  )
}, 120_000)

test('unknown names in config are warnings, and a value of the wrong type is refused', async () => {
  const folder = folderOf('export default { config: { scrape: { prices: { basc: 1 } }, scrpae: {} } }')
  const weir = await startProcess({ folder })
  for (const name of ['config.scrape.prices.basc', 'config.scrpae'])
    expect(
      weir
        .said()
        .split('\n')
        .filter((line) => line.includes(name)),
    ).toEqual([expect.stringContaining(`There is no setting ${name}, or its plugin is not loaded`)])
  expect(await weir.stop()).toBe(0)
  const wrong = folderOf("export default { config: { scrape: { prices: { basic: 'free' } } } }")
  expect(await refusal({ folder: wrong })).toBe('weir: config.scrape.prices.basic must be a number of at least 0\n')
}, 120_000)

test('the settings in the README work as they are', async () => {
  const [, shown] = /```ts\n(\/\/ weir\.config\.ts\n.*?)```/s.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  const weir = await startProcess({ folder: folderOf(shown) })
  expect(weir.said()).not.toContain('There is no setting')
  expect(await weir.stop()).toBe(0)
}, 120_000)

test('the last output of a first start is the address of a page that a person can open', async () => {
  const weir = await startProcess({ settings: { WEIR_ADMIN_API_KEY: '', WEIR_HOST: '0.0.0.0' } })
  const last = () => /in a browser.*\n {2}(http:\S+)\n$/.exec(weir.said())?.[1]
  while (!last()) await Bun.sleep(10)
  const url = last()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/sign-in#code=[\w-]+$/)
  const page = await fetch(url!)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  expect(await weir.stop()).toBe(0)
}, 120_000)

test.each([
  ['WEIR_HOST', '203.0.113.77', /^weir: WEIR_HOST: [^\n]+\n$/],
  [
    'WEIR_STRIPE_SECRET_KEY',
    'sk_test_1',
    'weir: Plugin stripe: it could not be set up: WEIR_STRIPE_WEBHOOK_SECRET is missing, without which a payment would change no plan\n',
  ],
  ['WEIR_ADMIN_EMAIL', 'nobody', 'weir: WEIR_ADMIN_EMAIL must be an e-mail address\n'],
])(
  'a first start that fails because of %s leaves the creation of the administrator to the next',
  async (name, value, line) => {
    const settings = { WEIR_DATA_DIR: join(folderOf(), 'data'), WEIR_ADMIN_API_KEY: '' }
    const said = await refusal({ settings: { ...settings, [name]: value } })
    expect(said).toEqual(typeof line === 'string' ? line : expect.stringMatching(line))
    const weir = await startProcess({ settings })
    while (!weir.said().includes('in a browser')) await Bun.sleep(10)
    expect(weir.said()).toMatch(/ {2}Password \w+\n {2}API key {2}wr_\w+\n/)
    expect(await weir.stop()).toBe(0)
  },
  120_000,
)
