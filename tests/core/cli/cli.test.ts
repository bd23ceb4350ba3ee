import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runWeir } from '../../run-weir.ts'

const home = mkdtempSync(join(tmpdir(), 'weir-cli-'))
let site: ReturnType<typeof Bun.serve>
beforeAll(() => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const status = Number(new URL(request.url).pathname.slice(1))
      const body = `<html><body><main><h1>Page ${status}</h1><p>Text of the page.</p></main></body></html>`
      return new Response(body, { status, headers: { 'content-type': 'text/html' } })
    },
  })
})
afterAll(() => {
  site.stop(true)
  rmSync(home, { recursive: true, force: true })
})

let made = 0
/** Calls the command on a data folder that does not exist yet, unless one is given. */
async function call(args: string[], settings: Record<string, string> = {}) {
  const dataDir = settings.WEIR_DATA_DIR ?? join(home, `${++made}`)
  return { ...(await runWeir(args, { cwd: home, settings: { WEIR_DATA_DIR: dataDir, ...settings } })), dataDir }
}

describe('--help', () => {
  test('is what `help` with the name of a command gives', async () => {
    const { out, code } = await call(['help', 'doctor'])
    expect([code, out]).toEqual([0, (await call(['doctor', '--help'])).out])
  })

  for (const name of ['serve', 'work', 'scrape', 'users', 'keys', 'jobs', 'browsers', 'doctor'])
    test(`of ${name} says how it is used, and does nothing else`, async () => {
      const { out, error, code, dataDir } = await call([name, '--help'])
      expect([code, error]).toEqual([0, ''])
      expect(out).toStartWith(`Usage: weir ${name}`)
      expect(existsSync(dataDir)).toBe(false)
    }, 120_000)

  test('works where the settings do not', async () => {
    expect((await call(['users', 'add', '-h'], { WEIR_PORT: 'seventy' })).code).toBe(0)
  }, 120_000)
})

describe('the exit code', () => {
  const wrong = [
    ['frobnicate'],
    ['scrape'],
    ['scrape', '--frobnicate', 'http://127.0.0.1:9/'],
    ['scrape', '--format', 'screenshot', 'http://127.0.0.1:9/'],
    ['serve', '--frobnicate'],
    ['serve', 'more'],
    ['doctor', '--frobnicate'],
    ['users', 'frobnicate'],
    ['users', 'add', 'ada@example.com', '--json'],
    ['users', 'list', '--credits', '5'],
    ['keys', 'list', 'ada@example.com', '--name', 'x'],
    ['jobs', 'show', 'job_x', '--status', 'active'],
  ]
  for (const args of wrong)
    test(`is 2 for weir ${args.join(' ')}`, async () => {
      const { out, error, code } = await call(args)
      expect([code, out]).toEqual([2, ''])
      expect(error).toStartWith('weir: ')
      expect(error).not.toContain('    at ')
    }, 120_000)

  test('comes with the name of an option that there is not, and where to find those that there are', async () => {
    const { error } = await call(['serve', '--prot'])
    expect(error).toBe("weir: Unknown option '--prot'; with --help the command says which it has\n")
  }, 120_000)

  for (const status of [404, 500])
    test(`is 1 for a page that answers ${status}, which is printed all the same`, async () => {
      const url = `${site.url.origin}/${status}`
      const { out, error, code } = await call(['scrape', url], { WEIR_EGRESS_ALLOW: '127.0.0.1' })
      expect([code, error]).toEqual([1, `weir: ${url}: the server answered ${status}\n`])
      expect(out).toContain(`# Page ${status}`)
    }, 120_000)

  test('is 1 where one of several pages answers with 400 or more, and 0 where none does', async () => {
    const urls = [200, 403].map((status) => `${site.url.origin}/${status}`)
    const some = await call(['scrape', ...urls], { WEIR_EGRESS_ALLOW: '127.0.0.1' })
    expect(some.code).toBe(1)
    expect(some.out).toContain('# Page 200')
    expect(some.error).toContain(`${urls[1]}: the server answered 403\n`)
    expect((await call(['scrape', urls[0]!], { WEIR_EGRESS_ALLOW: '127.0.0.1' })).code).toBe(0)
  }, 120_000)

  test('is that of the work where a plugin leaves a failure behind, which is told', async () => {
    const WEIR_PLUGINS = `account,jobs,scrape,${join(import.meta.dir, '../../e2e/fixtures/stray-at-start.ts')}`
    const settings = { WEIR_EGRESS_ALLOW: '127.0.0.1', WEIR_PLUGINS }
    const { out, error, code } = await call(['scrape', `${site.url.origin}/200`], settings)
    expect([code, out]).toEqual([0, expect.stringContaining('# Page 200')])
    expect(error).toMatch(/^weir: A failure was not handled: Error: nobody waits for this at \S+\n$/)
  }, 120_000)

  test('is 1 for a private address, with the setting that would allow it', async () => {
    const url = `${site.url.origin}/200`
    for (const urls of [[url], [url, `${url}?again`]]) {
      const { error, code } = await call(['scrape', ...urls])
      expect(code).toBe(1)
      expect(error).toContain('name it in WEIR_EGRESS_ALLOW')
    }
  }, 120_000)
})

test('whichever command makes the store shows the administrator, beside what it prints', async () => {
  const first = await call(['users', 'add', 'ada@example.com', '--plan', 'pro'])
  expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^Added ada@example\.com .*\npassword: \w+\n$/)])
  expect(first.error).toMatch(/Password \w{20}\n {2}API key {2}wr_\w{5}_\w{40}\n/)
  const again = await call(['users', 'list', '--json'], { WEIR_DATA_DIR: first.dataDir })
  expect([again.code, again.error]).toEqual([0, ''])
  expect(
    JSON.parse(again.out)
      .map(({ email }: { email: string }) => email)
      .sort(),
  ).toEqual(['ada@example.com', 'admin@weir.localhost'])
}, 120_000)

test('a table comes as JSON too', async () => {
  const { dataDir } = await call(['users', 'add', 'ada@example.com'])
  await call(['keys', 'create', 'ada@example.com', '--name', 'ci'], { WEIR_DATA_DIR: dataDir })
  const keys = await call(['keys', 'list', 'ada@example.com', '--json'], { WEIR_DATA_DIR: dataDir })
  expect(JSON.parse(keys.out)).toMatchObject([{ name: 'ci', revokedAt: null }])
  const jobs = await call(['jobs', '--json'], { WEIR_DATA_DIR: dataDir })
  expect(JSON.parse(jobs.out)).toEqual([])
}, 120_000)
