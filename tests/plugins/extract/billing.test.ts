import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { completion, type ModelServer, startModelServer } from '../models/model-server.ts'

let weir: Running
let model: ModelServer
let site: ReturnType<typeof Bun.serve>
let pages = 0
const schema = {
  type: 'object',
  properties: { text: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
}

beforeAll(async () => {
  model = startModelServer()
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('<h1>Kettle</h1><p>Text: kettle</p>', { headers: { 'content-type': 'text/html' } }),
  })
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
  site.stop(true)
})

const extract = (key: string, more: object = {}) =>
  weir.post('/v1/extract', { url: `${site.url.origin}/?n=${pages++}`, schema, ...more }, { key })
const used = async (key: string) => (await weir.get('/v1/users/profile', { key })).body.data.credits.used
/** An output of `bytes` bytes. */
const ofBytes = (bytes: number) => ({ text: 'x'.repeat(bytes - JSON.stringify([{ text: '' }]).length) })

for (const [tokens, credits, thinking] of [
  [1300, 2, 0],
  [2800, 3, 0],
  [10_300, 11, 0],
  [100_300, 101, 0],
  [1300, 2, 940],
  [1000, 1, 0],
  [1002, 2, 0],
] as const)
  test(`${tokens} tokens, with ${thinking} of them for thinking, cost ${credits} credits`, async () => {
    const { key } = await weir.user()
    model.script(() => completion(ofBytes((tokens - 300 - thinking) / 2), { thinking }))
    const { body } = await extract(key)
    expect(body.data.tokenUsage).toMatchObject({ base: 300, thinking, total: tokens })
    expect([body.data.creditsUsed, await used(key)]).toEqual([credits, credits])
  })

test('multi-byte characters count as their bytes', async () => {
  const { key } = await weir.user()
  model.script(() => completion({ text: '水'.repeat(300) }))
  const { body } = await extract(key)
  expect(body.data.metadata.billing.outputSizeBytes).toBe(JSON.stringify([{ text: '' }]).length + 900)
})

test('costs above the balance are not charged, and without 3 credits nothing begins', async () => {
  const { key } = await weir.user('enterprise', { monthlyCredits: 5 })
  model.script(() => completion(ofBytes(5000)))
  const { body } = await extract(key)
  expect([body.data.creditsUsed, await used(key)]).toEqual([5, 5])
  const { status, body: refused } = await extract(key)
  expect([status, refused.error.code, model.asks.length]).toEqual([402, 'insufficient_credits', 1])
})

test('the output is cut to 256 KiB at the end of its longest list, with a warning', async () => {
  const { key } = await weir.user()
  model.script(() => completion({ text: 'x', list: Array.from({ length: 400 }, (_, i) => `${i} ${'y'.repeat(1000)}`) }))
  const { body } = await extract(key)
  expect(body.data.metadata.billing.outputSizeBytes).toBeLessThanOrEqual(256 * 1024 + 2)
  expect(body.data.extractedData[0].list.length).toBeGreaterThan(200)
  expect(body.warnings).toEqual([expect.stringContaining('256 KiB')])
  model.script(() => completion({ text: 'x'.repeat(300_000) }))
  const failed = await extract(key)
  expect([failed.status, failed.body.error.code]).toEqual([500, 'extraction_failed'])
})

test('the same formula applies without a model, and an unknown model name causes a warning', async () => {
  const { key } = await weir.user()
  model.script(() => completion({ text: 'kettle' }))
  const structured = await extract(key, { agent: { model: 'structured' } })
  expect(structured.body.data).toMatchObject({
    extractedData: [{ text: 'kettle' }],
    creditsUsed: 1,
    tokenUsage: { thinking: 0 },
    metadata: { model: 'structured' },
  })
  expect(model.asks).toEqual([])
  const other = await extract(key, { agent: { model: 'gpt-nobody' } })
  expect([other.body.data.metadata.model, other.body.warnings]).toEqual([
    'test-model',
    [expect.stringContaining('agent.model')],
  ])
})
