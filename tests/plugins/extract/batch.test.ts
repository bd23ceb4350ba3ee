import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { type ModelServer, startModelServer } from '../models/model-server.ts'
import { kettleSchema, readKettle, type Shop, startShop } from './shop.ts'

let weir: Running
let model: ModelServer
let shop: Shop
const settled = async (jobId: string, key: string) => {
  for (;;) {
    const { data } = (await weir.get(`/v1/jobs/${jobId}`, { key })).body
    if (data.completedAt !== null) return data
    await Bun.sleep(20)
  }
}

beforeAll(async () => {
  model = startModelServer()
  model.script(readKettle)
  shop = startShop()
  weir = await startWeir({
    WEIR_PLUGINS: 'scrape,extract,models',
    WEIR_ENGINES: 'lightweight',
    WEIR_LLM_URL: model.url,
    WEIR_LLM_MODEL: 'test-model',
  })
})
afterAll(async () => {
  await weir.close()
  model.stop()
  shop.stop()
})

const start = async (key: string, urls: string[], more: object = {}) => {
  const { status, body } = await weir.post('/v1/extract/batch', { urls, schema: kettleSchema, ...more }, { key })
  expect(status).toBe(202)
  return body
}
const resultsOf = async (jobId: string, key: string) =>
  (await weir.get(`/v1/extract/batch/${jobId}/results`, { key })).body.data
const urlsOf = (...numbers: number[]) => numbers.map((n) => `${shop.origin}/kettles/${n}`)

test('extracts from each page in order, and charges by the result', async () => {
  const { key } = await weir.user()
  const urls = urlsOf(1, 2, 3)
  const accepted = await start(key, urls, { options: { concurrency: 2 } })
  expect(accepted.data).toMatchObject({ totalUrls: 3, estimatedCredits: 9, concurrency: 2 })
  const job = await settled(accepted.jobId, key)
  expect(job).toMatchObject({ type: 'extract', status: 'completed', creditsUsed: 3 })
  const data = await resultsOf(accepted.jobId, key)
  expect(data).toMatchObject({ status: 'completed', totalUrls: 3, successfulUrls: 3, failedUrls: 0, creditsUsed: 3 })
  expect(
    data.results.map(({ url, extractedData }: { url: string; extractedData: unknown }) => [url, extractedData]),
  ).toEqual(urls.map((url, i) => [url, { name: `Kettle ${i + 1}`, price: i + 1 }]))
  expect((await weir.get(`/v1/extract/${accepted.jobId}`, { key })).body.data).toMatchObject({ status: 'completed' })
})

test('a page that fails costs nothing; it is left out, or ends the job on request', async () => {
  const { key } = await weir.user()
  const urls = [`${shop.origin}/kettles/7`, `${shop.origin}/nothing`, 'http://127.0.0.1:9/', `${shop.origin}/kettles/8`]
  const listed = (await start(key, urls)).jobId
  expect(await settled(listed, key)).toMatchObject({ status: 'completed', failed: 2, creditsUsed: 2 })
  const { results } = await resultsOf(listed, key)
  expect(
    results.map(({ success, error }: { success: boolean; error?: { code: string } }) => [success, error?.code]),
  ).toEqual([
    [true, undefined],
    [false, 'extraction_failed'],
    [false, 'invalid_urls'],
    [true, undefined],
  ])
  const left = (await start(key, urls, { options: { includeFailures: false } })).jobId
  await settled(left, key)
  expect((await resultsOf(left, key)).results).toHaveLength(2)
  const options = { continueOnError: false, concurrency: 1 }
  const ended = (await start(key, urls, { options })).jobId
  expect(await settled(ended, key)).toMatchObject({ status: 'completed', completed: 1, failed: 1, error: null })
  const had = await resultsOf(ended, key)
  expect([had.status, had.results.map(({ error }: { error?: { code: string } }) => error?.code)]).toEqual([
    'completed',
    [undefined, 'extraction_failed', 'cancelled', 'cancelled'],
  ])
})

test('the stream has the events of the specification', async () => {
  const { key } = await weir.user()
  const urls = urlsOf(11, 12)
  const { jobId } = await start(key, urls)
  const { text } = await weir.get(`/v1/extract/batch/${jobId}/stream`, { key })
  const events = text.match(/^event: .*$/gm) ?? []
  expect(new Set(events)).toEqual(new Set(['event: url_completed', 'event: progress', 'event: completed']))
  expect(events.at(-1)).toBe('event: completed')
  for (const url of urls) expect(text).toContain(`{"url":"${url}"`)
})

test('refuses an invalid list of addresses, and does not know jobs that are no batch', async () => {
  const { key } = await weir.user()
  const post = (body: object) => weir.post('/v1/extract/batch', { schema: kettleSchema, ...body }, { key })
  for (const [body, code] of [
    [{ urls: ['nonsense'] }, 'invalid_urls'],
    [{ urls: [] }, 'invalid_urls'],
    [{ urls: Array(101).fill('http://example.com/') }, 'too_many_urls'],
    [{ urls: ['http://example.com/'], options: { concurrency: 11 } }, 'invalid_request'],
  ] as const) {
    const { status, body: answer } = await post(body)
    expect([status, answer.error.code]).toEqual([400, code])
  }
  const single = await weir.post('/v1/extract', { url: urlsOf(20)[0], schema: kettleSchema }, { key })
  for (const path of ['results', 'stream'])
    expect((await weir.get(`/v1/extract/batch/${single.body.jobId}/${path}`, { key })).status).toBe(404)
  const scrape = await weir.post('/v1/scrape', { urls: urlsOf(21) }, { key })
  expect((await weir.get(`/v1/extract/${scrape.body.data.jobId}`, { key })).status).toBe(404)
})
