import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob } from 'bun'
import { type Running, startWeir } from '../../weir.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'weir-retention-'))
let weir: Running
let visits = 0
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    visits++
    const word = new URL(url).pathname.slice(1)
    return new Response(`<title>Page</title><h1>${word}</h1><p>The word is ${word}.</p>`, {
      headers: { 'content-type': 'text/html' },
    })
  },
})
beforeAll(async () => {
  weir = await startWeir({ WEIR_DATA_DIR: dataDir, WEIR_ARCHIVE: 'on', WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  rmSync(dataDir, { recursive: true })
})

const scrape = (word: string, more: object = {}, headers: Record<string, string> = {}) =>
  weir.post('/v1/scrape', { url: `${site.url}${word}`, ...more }, { headers })
const isCached = async (word: string) => (await scrape(word)).body.data.metadata.cached === true
const found = async (word: string) =>
  (await weir.post('/v1/search', { query: word, provider: 'local' })).body.data.results.length
const archived = async (word: string) =>
  (await weir.post('/v1/archive/search', { url: `${site.url}${word}`, provider: 'local' })).body.data.snapshots.length

test('with minAge an answer comes from the cache or is 404, at no cost', async () => {
  const { key } = await weir.user()
  const ask = (more: object) => weir.post('/v1/scrape', { url: `${site.url}aged`, ...more }, { key })
  const before = visits
  const none = await ask({ minAge: 0 })
  expect([none.status, none.body.error.code, none.body.error.details]).toEqual([
    404,
    'not_cached',
    { url: `${site.url}aged`, minAge: 0, maxAge: 30 },
  ])
  expect(visits).toBe(before)
  await ask({})
  expect((await ask({ minAge: 0 })).body.data.metadata.cached).toBe(true)
  expect((await ask({ minAge: 0.5 })).status).toBe(404)
  expect((await weir.get('/v1/users/profile', { key })).body.data.credits.used).toBe(2)
})

test('with storeInCache false an answer is not stored, but may come from the cache', async () => {
  await scrape('unstored', { storeInCache: false })
  expect(await isCached('unstored')).toBe(false)
  expect((await scrape('unstored', { storeInCache: false })).body.data.metadata.cached).toBe(true)
})

test('with zero retention nothing of a page is stored in the cache, the index, the archive or any file', async () => {
  const word = `kept${Date.now()}`
  const secret = `unkept${Date.now()}`
  expect((await scrape(word)).body.data.content).toContain(word)
  const { status, body } = await scrape(secret, { zeroRetention: true, formats: ['markdown', 'html', 'json'] })
  expect([status, body.data.content.includes(secret)]).toEqual([200, true])
  const searched = await weir.post('/v1/search', {
    query: word,
    provider: 'local',
    scrapeResults: true,
    scrapeOptions: { zeroRetention: true },
  })
  expect(searched.body.data.results).toMatchObject([{ scrapeStatus: 'success' }])
  expect([await found(word), await archived(word)]).toEqual([1, 1])
  expect([await found(secret), await archived(secret)]).toEqual([0, 0])
  const holding = []
  for await (const file of new Glob('**').scan({ cwd: dataDir, absolute: true, dot: true })) {
    // A file that is gone meanwhile counts as empty.
    const bytes = Buffer.from(
      await Bun.file(file)
        .bytes()
        .catch(() => ''),
    )
    // The word is part of the address too, so that the request is in no file either.
    if (bytes.includes(secret)) holding.push(file)
  }
  expect(holding).toEqual([])
  expect(await isCached(secret)).toBe(false)
})

test('with zero retention a page from the cache is not observed either', async () => {
  const word = `cached${Date.now()}`
  const other = await weir.user()
  await scrape(word)
  const { body } = await weir.post('/v1/scrape', { url: `${site.url}${word}`, zeroRetention: true }, other)
  expect(body.data.metadata.cached).toBe(true)
  const { results } = (await weir.post('/v1/search', { query: word, provider: 'local' }, other)).body.data
  expect(results).toEqual([])
})

test.each<[string, string, object, Record<string, string>]>([
  ['many pages', '/v1/scrape', { urls: ['https://example.com/'] }, {}],
  ['a batch', '/v1/batch', { urls: ['https://example.com/'] }, {}],
  ['a crawl', '/v1/crawl', { url: 'https://example.com/' }, {}],
  ['an Idempotency-Key', '/v1/scrape', { url: 'https://example.com/' }, { 'idempotency-key': 'one' }],
  ['a screenshot', '/v1/scrape', { url: 'https://example.com/', formats: ['screenshot'] }, {}],
  ['change tracking', '/v1/scrape', { url: 'https://example.com/', changeTracking: {} }, {}],
  ['a PDF', '/v1/scrape', { url: 'https://example.com/', includePdf: true }, {}],
])('zero retention is refused for %s', async (_, path, body, headers) => {
  const { status, body: answer } = await weir.post(path, { ...body, zeroRetention: true }, { headers })
  expect([status, answer.error.code, answer.error.details.parameter]).toEqual([400, 'invalid_options', 'zeroRetention'])
})
