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

test('One that is to do no jobs takes them, and does them when it is told to work', async () => {
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

test('What it opens says in its metrics how many proxies there are, those that rest apart', async () => {
  const WEIR_PROXIES = 'http://127.0.0.1:1,http://127.0.0.1:2'
  const weir = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight', WEIR_PROXIES })
  const { text } = await weir.get('/metrics')
  expect(text.split('\n').filter((line) => line.startsWith('weir_proxies{'))).toEqual([
    'weir_proxies{state="healthy"} 2',
    'weir_proxies{state="resting"} 0',
  ])
  await weir.close()
})

test('What cannot be opened leaves nothing open, and opens once that is mended', async () => {
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

// Where processes share a store each count is written when it is made.
test.if(isSqlite)('One that is told to stop writes at once what its limits have counted', async () => {
  const weir = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight' })
  await weir.get('/v1/users/profile')
  const store = new Database(join(weir.dataDir, 'weir.db'), { readonly: true })
  const counts = () => store.query('select count from windows').all()
  weir.weir.stopping()
  // It needs no more than a few, and would be written by itself a second later.
  for (let turn = 0; turn < 50 && counts().length === 0; turn++) await new Promise(setImmediate)
  expect(counts()).toEqual([{ count: 1 }])
  store.close()
  await weir.close()
})
