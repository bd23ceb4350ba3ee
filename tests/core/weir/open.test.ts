import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../../core/config.ts'
import { openWeir } from '../../../core/weir/index.ts'
import { passwords } from '../../passwords.ts'
import { isSqlite } from '../../store.ts'
import { startWeir } from '../../weir.ts'

test('a service that runs no jobs accepts them, and runs them when it is told to', async () => {
  const visited: string[] = []
  await using site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      visited.push(new URL(url).pathname)
      return new Response('<p>A kettle.</p>', { headers: { 'content-type': 'text/html' } })
    },
  })
  const weir = await startWeir({ WEIR_ENGINES: 'lightweight' }, undefined, { works: false })
  const at = (path: string) => new URL(path, site.url).href
  const { jobId } = (await weir.post('/v1/scrape', { urls: [at('/job-1'), at('/job-2')], maxAge: 0 })).body.data
  // A worker would have begun before the last of these.
  const pages = Array.from({ length: 10 }, (_, i) => `/page-${i}`)
  for (const page of pages) await weir.post('/v1/scrape', { url: at(page), maxAge: 0 })
  expect(visited).toEqual(pages)
  expect((await weir.get(`/v1/jobs/${jobId}`)).body.data).toMatchObject({ status: 'queued', startedAt: null })
  await weir.weir.work()
  expect(await weir.ended(jobId)).toMatchObject({ status: 'completed', completed: 2 })
  await weir.close()
})

test('an open service has metrics of its proxies, with the resting ones apart', async () => {
  const WEIR_PROXIES = 'http://127.0.0.1:1,http://127.0.0.1:2'
  const weir = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight', WEIR_PROXIES })
  const { text } = await weir.get('/metrics')
  expect(text.split('\n').filter((line) => line.startsWith('weir_proxies{'))).toEqual([
    'weir_proxies{state="healthy"} 2',
    'weir_proxies{state="resting"} 0',
  ])
  await weir.close()
})

test('a failed open leaves nothing open, and succeeds once the cause is fixed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-test-'))
  const open = async (settings: Record<string, string>) => {
    const all = { WEIR_DATA_DIR: dataDir, WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight', ...settings }
    return openWeir(await loadConfig(all, dataDir), { quiet: true, passwords })
  }
  const [secret, other] = ['a'.repeat(32), 'b'.repeat(32)]
  await (await open({ WEIR_SECRET: secret })).close()
  await expect(open({ WEIR_SECRET: other })).rejects.toThrow('WEIR_SECRET is not the secret')
  const bucket = { WEIR_S3_BUCKET: 'bucket' }
  await expect(open({ WEIR_SECRET: secret, ...bucket })).rejects.toThrow('WEIR_S3_BUCKET needs')
  await (await open({ WEIR_SECRET: secret })).close()
  rmSync(dataDir, { recursive: true })
})

// In a shared store each count is written at once.
test.if(isSqlite)('a service that is told to stop writes the counts of its limits at once', async () => {
  const weir = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight' })
  await weir.get('/v1/users/profile')
  const store = new Database(join(weir.dataDir, 'weir.db'), { readonly: true })
  const counts = () => store.query('select count from windows').all()
  weir.weir.stopping()
  // That takes only a few turns; otherwise they would be written a second later.
  for (let turn = 0; turn < 50 && counts().length === 0; turn++) await new Promise(setImmediate)
  expect(counts()).toEqual([{ count: 1 }])
  store.close()
  await weir.close()
})
