import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doctor } from '../../../../core/cli/commands/doctor.ts'
import type { CommandContext } from '../../../../core/cli/context.ts'
import { loadConfig, SettingError } from '../../../../core/config.ts'
import { runWeir } from '../../../run-weir.ts'
import { startS3 } from '../../../s3/server.ts'
import { startHttpProxy, startSocksProxy, type TestProxy } from '../../proxy/proxies.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'weir-doctor-'))
const proxies: TestProxy[] = []
beforeAll(async () => {
  // Nothing listens at these; the doctor's report on them does not matter.
  proxies.push(await startHttpProxy('http', { status: 502 }), await startHttpProxy('http', { status: 407 }))
  proxies.push(await startSocksProxy({ login: 'somebody:else' }))
})
afterAll(() => {
  for (const proxy of proxies) proxy.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the doctor tries each proxy, and does not print its password', async () => {
  const entries = proxies.map(({ url }) => url.href.replace('//', '//user:hidden-word@'))
  const WEIR_PROXIES = [`${entries[0]}#country=DE`, entries[1], entries[2], 'http://127.0.0.1:9'].join()
  const env = { WEIR_DATA_DIR: dataDir, WEIR_ENGINES: 'lightweight', WEIR_PLUGINS: 'scrape', WEIR_PROXIES }
  const config = await loadConfig(env, join(import.meta.dir, '../../../..'))
  const call = async (...args: string[]) => {
    const said: string[] = []
    const context = { config, say: (line: string) => void said.push(line) } as Parameters<typeof doctor.run>[1]
    const failure = await doctor.run(args, context).catch((error: unknown) => error)
    return { said, failure }
  }
  const { said, failure } = await call()
  // The test machine may have no name server.
  expect(failure).toMatchObject({ code: 1, message: expect.stringMatching(/^[34] of \d+ do not work$/) })
  expect(said.filter((line) => line.includes('  proxy ')).map((line) => line.replace(/ {2,}/g, ' '))).toEqual([
    'ok proxy 1 accepts connections, exit in DE',
    'FAIL proxy 2 the proxy rejects these credentials: see WEIR_PROXIES',
    'FAIL proxy 3 the proxy rejects these credentials: see WEIR_PROXIES',
    'FAIL proxy 4 the proxy cannot be reached: ECONNREFUSED: see WEIR_PROXIES',
  ])
  expect(said.join()).not.toContain('hidden-word')
  const json = await call('--json')
  expect(json.failure).toMatchObject({ code: 1 })
  expect(
    JSON.parse(json.said.join('\n'))
      .filter(({ works }: { works: boolean }) => !works)
      .map(({ what }: { what: string }) => what),
  ).toEqual(expect.arrayContaining(['proxy 2', 'proxy 3', 'proxy 4']))
  for (const args of [['--frobnicate'], ['more']]) expect((await call(...args)).failure).toMatchObject({ code: 2 })
})

test('the doctor runs its other checks, and reports what is wrong with a store that does not open', async () => {
  const place = mkdtempSync(join(tmpdir(), 'weir-doctor-'))
  writeFileSync(join(place, 'weir.db'), 'x'.repeat(9000))
  const settings = { WEIR_DATA_DIR: place, WEIR_DATABASE_URL: '', WEIR_PLUGINS: 'search' }
  const { out, code } = await runWeir(['doctor'], { settings })
  rmSync(place, { recursive: true })
  expect(out).toMatch(/^ok +engine lightweight +ready$/m)
  expect(out).toMatch(/^FAIL +database +WEIR_DATA_DIR: \S+weir\.db cannot be used: file is not a database; restore/m)
  expect(out).toMatch(/^FAIL +service +WEIR_DATA_DIR: \S+weir\.db cannot be used: file is not a database; restore/m)
  expect(code).toBe(1)
})

test('the doctor says once that Postgres is down, and waits for it only once', async () => {
  const settings = {
    WEIR_DATA_DIR: dataDir,
    WEIR_DATABASE_URL: 'postgres://weir:hidden-word@127.0.0.1:9/weir',
    WEIR_SECRET: 'x'.repeat(32),
    WEIR_ENGINES: 'lightweight',
    WEIR_PLUGINS: 'scrape,search',
  }
  const { out, code } = await runWeir(['doctor'], { settings })
  expect(out.split('\n').filter((line) => line.startsWith('FAIL'))).toEqual([
    expect.stringMatching(/^FAIL +database +WEIR_DATABASE_URL: Postgres cannot be used: .*ECONNREFUSED/),
  ])
  expect(out).toMatch(/^off +search\.providers searxng +Set WEIR_SEARXNG_URL$/m)
  expect(out).not.toContain('hidden-word')
  expect(code).toBe(1)
})

test('the doctor reads all of a store, and reports damage in its middle, which a start does not notice', async () => {
  const place = mkdtempSync(join(tmpdir(), 'weir-doctor-'))
  const settings = { WEIR_DATA_DIR: place, WEIR_DATABASE_URL: '', WEIR_PLUGINS: 'account' }
  await runWeir(['users', 'list'], { settings })
  const whole = await runWeir(['doctor'], { settings })
  const file = join(place, 'weir.db')
  const bytes = readFileSync(file)
  const page = Math.floor(bytes.length / 8192) * 4096
  writeFileSync(file, bytes.fill(0x78, page, page + 4096))
  const damaged = await runWeir(['doctor'], { settings })
  rmSync(place, { recursive: true })
  expect(whole.out).toMatch(/^ok +database +\S+weir\.db, \d\.\d MiB, whole$/m)
  expect(damaged.out).toMatch(/^FAIL +database +WEIR_DATA_DIR: \S+weir\.db is damaged: .*; restore a backup/m)
  expect([whole.code, damaged.code]).toEqual([0, 1])
})

const little = mkdtempSync(join(tmpdir(), 'weir-doctor-'))
const mounts = ['mount', '-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', little]
const isMounted = Bun.spawnSync(mounts, { stderr: 'ignore' }).success
if (!isMounted) console.log('skipped: a disk without room, which takes root')
afterAll(() => {
  if (isMounted) Bun.spawnSync(['umount', little])
  rmSync(little, { recursive: true, force: true })
})

test.skipIf(!isMounted)('the doctor checks everything else if the disk is nearly or completely full', async () => {
  const settings = { WEIR_DATA_DIR: join(little, 'data'), WEIR_DATABASE_URL: '', WEIR_PLUGINS: 'scrape,search' }
  await runWeir(['users', 'list'], { settings })
  const low = await runWeir(['doctor'], { settings })
  const filling = Bun.spawnSync(['dd', 'if=/dev/zero', `of=${join(little, 'fill')}`, 'bs=1M'], { stderr: 'ignore' })
  expect(filling.success).toBe(false)
  const full = await runWeir(['doctor'], { settings })
  for (const { out } of [low, full]) expect(out).toMatch(/^FAIL +data directory .*\. Make room on the disk/m)
  expect(low.out).toMatch(/^ok +database +\S+weir\.db, \d\.\d MiB, whole$/m)
  expect(low.out).toMatch(/^ok +search\.providers local +ready$/m)
  expect(full.out).toMatch(/^FAIL +server .*its disk is full, so make room there$/m)
  expect([low.code, full.code]).toEqual([1, 1])
})

test('the doctor creates no store and no administrator, and a later start creates its own', async () => {
  const place = mkdtempSync(join(tmpdir(), 'weir-doctor-'))
  const settings = { WEIR_DATA_DIR: place, WEIR_DATABASE_URL: '', WEIR_PLUGINS: 'scrape,search' }
  const { out, error, code } = await runWeir(['doctor'], { settings })
  expect([code, error]).toEqual([0, ''])
  expect(out).toMatch(/^ok +search.providers local +ready$/m)
  expect(existsSync(join(place, 'weir.db'))).toBe(false)
  const listed = await runWeir(['users', 'list'], { settings })
  rmSync(place, { recursive: true })
  expect(listed.error).toStartWith('A new store was created')
})

test('the doctor tries every operation that files need on their bucket', async () => {
  const s3 = await startS3()
  const env = { WEIR_DATA_DIR: dataDir, WEIR_ENGINES: 'lightweight', WEIR_PLUGINS: 'account', ...s3.settings }
  const lineOf = async (settings: Record<string, string>) => {
    const config = await loadConfig({ ...env, ...settings }, join(import.meta.dir, '../../../..'))
    const said: string[] = []
    const context = { config, say: (line: string) => void said.push(line) } as Parameters<typeof doctor.run>[1]
    await doctor.run([], context).catch(() => {})
    return said.find((line) => line.includes('  files '))?.replace(/ {2,}/g, ' ')
  }
  expect(await lineOf({ WEIR_S3_BUCKET: 'weir-test/a/b' })).toBe(
    `ok files bucket weir-test at ${s3.endpoint} takes them`,
  )
  expect(s3.things.size).toBe(0)
  expect(s3.requests.map((line) => line.split(' ')[0])).toEqual(['PUT', 'GET', 'HEAD', 'DELETE'])
  s3.fail('denied', 1, (line) => line.includes('list-type'))
  expect(await lineOf({ WEIR_S3_BUCKET: 'weir-test' })).toContain('FAIL files The bucket weir-test')
  expect(s3.things.size).toBe(0)
  const wrong = await lineOf({ WEIR_S3_BUCKET: 'weir-test', WEIR_S3_SECRET_ACCESS_KEY: 'hidden-word' })
  expect(wrong).toStartWith(`FAIL files The bucket weir-test at ${s3.endpoint} answered 403 SignatureDoesNotMatch`)
  expect(wrong).not.toContain('hidden-word')
  await s3.stop()
})

test("the doctor checks what settings of plugins point to, and shows that instead of the providers' own states", async () => {
  const settings = {
    WEIR_DATA_DIR: dataDir,
    WEIR_DATABASE_URL: '',
    WEIR_ENGINES: 'lightweight',
    WEIR_PLUGINS: 'models,scrape,search',
    WEIR_LLM_URL: 'http://127.0.0.1:9/v1',
    WEIR_LLM_MODEL: 'tiny',
  }
  const { out, code } = await runWeir(['doctor'], { settings })
  expect(out.split('\n').filter((line) => /models\.models|search\.providers [sl]/.test(line))).toEqual([
    expect.stringMatching(/^FAIL +models\.models openai +The language model could not be reached .*See WEIR_LLM_URL$/),
    expect.stringMatching(/^off +search\.providers searxng +Set WEIR_SEARXNG_URL$/),
    expect.stringMatching(/^ok +search\.providers local +ready$/),
  ])
  expect(code).toBe(1)
})

test('the doctor names unknown settings, such as typos', async () => {
  const settings = {
    WEIR_DATA_DIR: dataDir,
    WEIR_ENGINES: 'lightweight',
    WEIR_PLUGINS: 'account',
    WEIR_PUBLIK_URL: 'x',
  }
  const { out } = await runWeir(['doctor'], { settings })
  expect(out).toMatch(/^off +setting WEIR_PUBLIK_URL +There is no such setting, or its plugin is not loaded$/m)
})

test('the doctor says what it does not try if the server has a setting that it was called without', async () => {
  const config = await loadConfig(
    { WEIR_DATA_DIR: dataDir, WEIR_ENGINES: 'lightweight', WEIR_PLUGINS: 'models' },
    join(import.meta.dir, '../../../..'),
  )
  const said: string[] = []
  const provider = { service: 'models.models', name: 'openai', ready: true, configured: true, detail: 'the model tiny' }
  const request = async () => ({ data: { providers: [{ ...provider, reason: null, remedy: null }] } })
  const context = { config, request, say: (line: string) => void said.push(line) } as unknown as CommandContext
  await doctor.run([], context).catch(() => {})
  expect(said.filter((line) => line.includes('models.models')).map((line) => line.replace(/ {2,}/g, ' '))).toEqual([
    'ok models.models openai the model tiny; not tried, as this command has no such setting: Set WEIR_LLM_URL and WEIR_LLM_MODEL',
  ])
})

test('the doctor reports what prevents a start among its other findings', async () => {
  const config = await loadConfig(
    { WEIR_DATA_DIR: dataDir, WEIR_ENGINES: 'lightweight' },
    join(import.meta.dir, '../../../..'),
  )
  const said: string[] = []
  const request = async () => {
    throw new SettingError('WEIR_X must be set')
  }
  const context = { config, request, say: (line: string) => void said.push(line) } as unknown as CommandContext
  await expect(doctor.run([], context)).rejects.toMatchObject({ code: 1 })
  const lines = said.map((line) => line.replace(/ {2,}/g, ' '))
  expect(lines).toContainEqual('ok engine lightweight ready')
  expect(lines).toContainEqual('FAIL service WEIR_X must be set')
})
