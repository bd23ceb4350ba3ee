import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { guideFiles } from '../../guide-files.ts'
import { storeSettings } from '../../store.ts'
import { strangersFolder } from '../../strangers.ts'
import { startWeir } from '../../weir.ts'
import { type Process, root, runtimes, startProcess } from '../start-process.ts'

const { folder, remove } = strangersFolder()
const files = new Map([...guideFiles('plugins/README.md'), ...guideFiles('engines/README.md')])
const MENU = 'Lunch\nSoup & bread\n'
let site: ReturnType<typeof Bun.serve>
beforeAll(() => {
  for (const [file, source] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      const { pathname } = new URL(url)
      if (pathname === '/gone') return new Response(null, { status: 404 })
      if (pathname.endsWith('.menu')) return new Response(pathname === '/none.menu' ? 'Lunch' : MENU)
      return new Response('<title>My teapot</title><p>Tea.</p>', { headers: { 'content-type': 'text/html' } })
    },
  })
})
afterAll(() => {
  site.stop(true)
  remove()
})

const run = (...command: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder })
  return { code: exitCode, out: String(stdout), error: String(stderr) }
}

test('the guides show all the files they mention', () => {
  const plugins = ['titles.ts', 'digests.ts', 'shelf/service.ts', 'shelf/shelf-store.ts', 'shelf/index.ts']
  const engines = ['wayback.ts', 'wayback.test.ts', 'tablet.ts', 'tablet.test.ts']
  const reader = ['menus/read.ts', 'menus/index.ts']
  expect([...files.keys()]).toEqual([...plugins, 'synonyms.ts', ...reader, 'shelf.test.ts', ...engines])
})

// Their types are checked in `tests/e2e/package`.
test.each(['shelf.test.ts', 'wayback.test.ts'])(
  'the tests that the guides show pass: %s',
  (file) => {
    const { code, error } = run(process.execPath, 'test', '--timeout', '30000', `./${file}`)
    expect([code, error]).toEqual([0, expect.stringMatching(/[1-9]\d* pass\n 0 fail/)])
  },
  120_000,
)

test('the reader in the guide reads its type, and its job digests pages', async () => {
  const weir = await startWeir({ WEIR_PLUGINS: 'scrape,./menus,./digests.ts', WEIR_ENGINES: 'lightweight' }, folder)
  try {
    const menu = { url: `${site.url.origin}/today.menu`, formats: ['markdown', 'json'] }
    const { data } = (await weir.post('/v1/scrape', menu)).body
    expect([data.markdown, data.json]).toEqual([
      '# Lunch\n\n- Soup & bread',
      { title: 'Lunch', dishes: ['Soup & bread'] },
    ])
    const none = await weir.post('/v1/scrape', { ...menu, url: `${site.url.origin}/none.menu` })
    expect(none.body.error.message).toBe('The menu has no dishes')
    const { jobId } = (await weir.post('/v1/digests', { urls: [menu.url] })).body.data
    await weir.ended(jobId)
    const sha256 = new Bun.CryptoHasher('sha256').update(MENU).digest('hex')
    expect(await weir.results(jobId)).toEqual([{ url: menu.url, sha256 }])
  } finally {
    await weir.close()
  }
}, 60_000)

test('the check in the guide is part of the doctor', async () => {
  const doctor = async (kitchen: Record<string, string>) => {
    const dataDir = join(folder, 'doctor')
    const settings = { WEIR_PLUGINS: './menus', WEIR_ENGINES: 'lightweight', WEIR_DATA_DIR: dataDir, ...kitchen }
    const env = { ...process.env, ...(await storeSettings(dataDir)), ...settings }
    const { stdout } = Bun.spawn([...runtimes.Bun, 'doctor'], { cwd: folder, env, stderr: 'ignore' })
    return /^(\S+) +kitchen +(.*)$/m.exec(await new Response(stdout).text())?.slice(1)
  }
  expect(await doctor({})).toEqual(['off', 'Set WEIR_KITCHEN_URL'])
  expect(await doctor({ WEIR_KITCHEN_URL: site.url.href })).toEqual(['ok', 'ready'])
  expect(await doctor({ WEIR_KITCHEN_URL: `${site.url.origin}/gone` })).toEqual([
    'FAIL',
    'It answers 404. Set WEIR_KITCHEN_URL',
  ])
}, 60_000)

test("the plugin at the beginning of the guide charges the operator's price, to the thousandth", async () => {
  const priced = strangersFolder()
  const config = '{ WEIR_EGRESS_ALLOW: "127.0.0.0/8", config: { titles: { price: 0.1 }, sample: { price: 1.1 } } }'
  writeFileSync(join(priced.folder, 'weir.config.ts'), `export default ${config}\n`)
  writeFileSync(join(priced.folder, 'titles.ts'), files.get('titles.ts') ?? '')
  cpSync(join(root, 'core/cli/templates/plugin'), join(priced.folder, 'sample'), { recursive: true })
  const weir = await startWeir({ WEIR_PLUGINS: './titles.ts,./sample', WEIR_ENGINES: 'lightweight' }, priced.folder)
  try {
    const used = async () => (await weir.get('/v1/users/profile')).body.data.credits.used
    const urls = ['one', 'two', 'three'].map((path) => `${site.url.origin}/${path}`)
    expect([(await weir.post('/v1/titles', { urls })).status, await used()]).toEqual([200, 0.3])
    expect([(await weir.post('/v1/sample/pages', { url: urls[0] })).status, await used()]).toEqual([200, 1.4])
  } finally {
    await weir.close()
    priced.remove()
  }
}, 60_000)

for (const runtime of Object.keys(runtimes) as (keyof typeof runtimes)[]) {
  const isMissing = !existsSync(runtimes[runtime][0])
  if (isMissing) console.log(`skipped: no ${runtime} for the guides' plugins`)
  describe.skipIf(isMissing)(`the guide's shelf, in a server on ${runtime}`, () => {
    const settings = { WEIR_PLUGINS: 'account,jobs,scrape,./shelf,./synonyms.ts', WEIR_ENGINES: 'lightweight' }
    let weir: Process
    beforeAll(async () => {
      weir = await startProcess({ runtime, folder, settings })
    }, 120_000)
    afterAll(async () => {
      expect(await weir.stop()).toBe(0)
    })

    test('keeps scraped pages, from a request and from a job, and finds them by a synonym', async () => {
      const urls = ['/one', '/two', '/three'].map((path) => site.url.origin + path)
      expect((await weir.post('/v1/scrape', { url: urls[0] })).status).toBe(200)
      const { jobId } = (await weir.post('/v1/scrape', { urls: urls.slice(1) })).body.data
      while ((await weir.get(`/v1/jobs/${jobId}`)).body.data.completedAt === null) await Bun.sleep(20)
      const { pages } = (await weir.get('/v1/shelf?word=kettle')).body.data
      expect(pages.map(({ url }: { url: string }) => url).sort()).toEqual([...urls].sort())
      expect((await weir.get('/v1/shelf?word=cup')).body.data.pages).toEqual([])
    }, 120_000)

    test('has its page outside /v1, its plan field and the provider', async () => {
      const page = await fetch(`${weir.address}/shelf`)
      expect([page.status, await page.text()]).toEqual([200, '<h1>Shelf</h1>'])
      const { limits, providers } = (await weir.get('/v1/capabilities')).body.data
      expect(limits['shelf.pages']).toBe(null)
      expect(providers).toContainEqual(
        expect.objectContaining({ service: 'shelf.synonyms', name: 'kitchen', ready: true, detail: '1 words' }),
      )
    })

    test('has its command', async () => {
      const store = await storeSettings(weir.dataDir)
      const env = { ...process.env, ...settings, ...store, WEIR_DATA_DIR: weir.dataDir }
      const call = (...args: string[]) => {
        const { exitCode, stdout } = Bun.spawnSync([...runtimes[runtime], 'shelf', ...args], { cwd: folder, env })
        return [exitCode, String(stdout)]
      }
      expect(call('kettle')).toEqual([0, expect.stringContaining(`My teapot  ${site.url.origin}/one\n`)])
      expect(call()).toEqual([2, ''])
    }, 120_000)
  })
}
