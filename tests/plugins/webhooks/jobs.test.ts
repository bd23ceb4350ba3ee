import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { until } from '../../core/jobs/open-jobs.ts'
import { type Running, startWeir } from '../../weir.ts'
import { type Receivers, startReceivers } from './receivers.ts'
import { verify } from './verify.ts'

let weir: Running
let receivers: Receivers
let site: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  receivers = await startReceivers()
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      new URL(url).pathname === '/gone'
        ? Response.redirect('/gone')
        : new Response('<title>Kettle</title><p>It whistles.</p>', { headers: { 'content-type': 'text/html' } }),
  })
  weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_METERING: 'off' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  receivers.stop()
})

const page = () => `${site.url.origin}/page`
const schema = { type: 'object', properties: { title: { type: 'string' } } }
const starts: readonly (readonly [path: string, body: () => object])[] = [
  ['/v1/scrape', () => ({ urls: [page()] })],
  ['/v1/batch', () => ({ urls: [page()], waitTime: 0 })],
  ['/v1/crawl', () => ({ url: page(), maxPages: 1 })],
  ['/v1/extract/batch', () => ({ urls: [page()], schema })],
  ['/v1/extract/domain', () => ({ domain: `127.0.0.1:${site.port}`, schema, options: { maxPages: 1 } })],
  ['/v1/ai-enrichment', () => ({ data: [{ email: 'a@nowhere.test' }], fields: [{ name: 'x', prompt: 'y' }] })],
]
// biome-ignore lint/suspicious/noExplicitAny: the id stands in different places
const idOf = (body: any): string => body.jobId ?? body.data.jobId

describe.each(starts)('POST %s', (path, body) => {
  test('sends its webhook the end of the job, signed, with the record of the job', async () => {
    const { key } = await weir.user()
    const { secret } = (await weir.get('/v1/webhooks/secret', { key })).body.data
    const url = receivers.make()
    const started = await weir.post(path, { ...body(), webhook: url }, { key })
    expect(started.status).toBe(202)
    expect(started.body.warnings).toBeUndefined()
    await until('the delivery', () => receivers.got(url).length > 0, 20_000)
    const [got] = receivers.got(url)
    const { id, event, createdAt, data } = got!.json
    expect([event, data.id, data.status]).toEqual(['job.completed', idOf(started.body), 'completed'])
    expect(data).toEqual({
      ...(await weir.get(`/v1/jobs/${data.id}`, { key })).body.data,
      resultsUrl: `/v1/jobs/${data.id}/results`,
    })
    expect([got!.headers.get('x-webhook-id'), got!.headers.get('x-webhook-event')]).toEqual([id, event])
    expect(Math.abs(Number(got!.headers.get('x-webhook-timestamp')) * 1000 - Date.parse(createdAt))).toBeLessThan(
      60_000,
    )
    expect(await verify(secret, got!)).toEqual({ current: true, previous: false, standard: true })
  })

  test.each([
    ['http://10.1.2.3/hook', 'forbidden_address'],
    ['http://nowhere.invalid/hook', 'dns'],
  ])('refuses the webhook %s: %s', async (webhook, reason) => {
    const answer = await weir.post(path, { ...body(), webhook })
    expect(answer.status).toBe(400)
    expect(answer.body.error.details ?? answer.body.data).toMatchObject({ parameter: 'webhook', url: webhook, reason })
  })

  test.each([
    ['ftp://example.com/'],
    [5],
    [{ events: ['job.failed'] }],
    [{ url: 'http://example.com/', events: ['x'] }],
  ])('refuses an invalid webhook: %j', async (webhook) => {
    const answer = await weir.post(path, { ...body(), webhook })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('webhook')])
  })
})

test('the webhook of a single page is ignored with a warning, as there is no job', async () => {
  const url = receivers.make()
  const { status, body } = await weir.post('/v1/scrape', { url: page(), webhook: url })
  expect([status, body.warnings]).toEqual([200, [expect.stringContaining('webhook')]])
})

test('an object sets which events are sent', async () => {
  const [both, failures] = [receivers.make(), receivers.make()]
  const failing = { url: `${site.url.origin}/gone`, maxPages: 1 }
  await weir.post('/v1/crawl', { url: page(), maxPages: 1, webhook: { url: failures, events: ['job.failed'] } })
  await weir.post('/v1/crawl', { url: page(), maxPages: 1, webhook: { url: both } })
  await weir.post('/v1/crawl', { ...failing, webhook: { url: both } })
  await weir.post('/v1/crawl', { ...failing, webhook: { url: failures, events: ['job.failed'] } })
  await until('three events', () => receivers.got(both).length + receivers.got(failures).length === 3)
  expect(
    receivers
      .got(both)
      .map(({ json }) => json.event)
      .sort(),
  ).toEqual(['job.completed', 'job.failed'])
  expect(receivers.got(failures).map(({ json }) => [json.event, json.data.error.code])).toEqual([
    ['job.failed', 'crawl_failed'],
  ])
})

test('a repeated request starts no other job, and its webhook is sent once', async () => {
  const url = receivers.make()
  const headers = { 'idempotency-key': 'once' }
  const body = { urls: [page()], webhook: url }
  const answers = [await weir.post('/v1/scrape', body, { headers }), await weir.post('/v1/scrape', body, { headers })]
  expect(new Set(answers.map((answer) => answer.body.data.jobId)).size).toBe(1)
  await weir.ended(answers[0]!.body.data.jobId)
  const after = receivers.make()
  await weir.post('/v1/scrape', { urls: [page()], webhook: after })
  await until('the job after it', () => receivers.got(after).length === 1)
  expect(receivers.got(url)).toHaveLength(1)
})

test("the options of a job's pages do not contain its webhook", async () => {
  const url = receivers.make()
  for (const path of ['/v1/scrape', '/v1/batch'] as const) await weir.post(path, { urls: [page()], webhook: url })
  await weir.post('/v1/crawl', { url: page(), maxPages: 1, webhook: url })
  await until('the deliveries', () => receivers.got(url).length === 3)
  for (const { json } of receivers.got(url)) expect(JSON.stringify(json.data)).not.toContain('/hook/')
})

test('without the plugin a webhook is refused, and the error names the plugin', async () => {
  const bare = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PLUGINS: 'scrape' })
  const { status, body } = await bare.post('/v1/scrape', { urls: [page()], webhook: receivers.make() })
  expect([status, body.error.code, body.error.details]).toEqual([
    501,
    'not_configured',
    { parameter: 'webhook', plugin: 'webhooks' },
  ])
  await bare.close()
})
