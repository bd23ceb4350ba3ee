import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { openStore } from '../../store.ts'
import { type Served, serveFirecrawl } from './served.ts'

let served: Served
let receiver: ReturnType<typeof Bun.serve>
/** The requests that the receiver got. */
const sent: { headers: Headers; text: string }[] = []
beforeAll(async () => {
  served = await serveFirecrawl()
  receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      sent.push({ headers: request.headers, text: await request.text() })
      return new Response()
    },
  })
})
afterAll(async () => {
  await served.close()
  receiver.stop(true)
})

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into field by field
async function told(type: string, times: number): Promise<any[]> {
  for (;;) {
    const bodies = sent.map(({ text }) => JSON.parse(text)).filter((body) => body.type === type)
    if (bodies.length >= times) return bodies
    await Bun.sleep(20)
  }
}

test("a receiver gets the start, each page and the end, in Firecrawl's format", async () => {
  const own = { 'x-own': 'mine', 'X-Firecrawl-Signature': 'forged' }
  const webhook = { url: receiver.url.href, headers: own, metadata: { order: 7 } }
  const crawl = { url: served.site.origin, limit: 10, excludePaths: ['broken'], webhook, scrapeOptions: { maxAge: 0 } }
  const { id } = (await served.weir.post('/v2/crawl', crawl, { key: served.key })).body
  expect(await told('crawl.started', 1)).toMatchObject([{ success: true, id, data: [], metadata: { order: 7 } }])
  const pages = await told('crawl.page', 4)
  expect(pages.map(({ data }) => data[0].metadata.title).sort()).toEqual(['Copper', 'Iron', 'Kettles', 'Steel'])
  expect(pages[0].data[0].markdown).toEqual(expect.any(String))
  const [completed] = await told('crawl.completed', 1)
  expect(completed).toMatchObject({ success: true, id, data: [] })
  const ids = sent.map(({ text }) => JSON.parse(text).webhookId)
  expect(new Set(ids).size).toBe(6)
  const { secret } = (await served.weir.get('/v1/webhooks/secret', { key: served.key })).body.data
  for (const { headers, text } of sent) {
    expect(headers.get('x-own')).toBe('mine')
    const signature = createHmac('sha256', secret).update(text).digest('hex')
    expect(headers.get('x-firecrawl-signature')).toBe(`sha256=${signature}`)
  }
  const { deliveries } = (await served.weir.get('/v1/webhooks/deliveries', { key: served.key })).body.data
  expect(JSON.stringify(deliveries)).not.toContain('mine')
}, 120_000)

test('a receiver gets only the metadata of a long page, as each delivery is stored', async () => {
  sent.length = 0
  const webhook = { url: receiver.url.href, events: ['page'] }
  const batch = { urls: [`${served.site.origin}/long`], webhook, formats: ['markdown', 'rawHtml'], maxAge: 0 }
  const { id } = (await served.weir.post('/v2/batch/scrape', batch, { key: served.key })).body
  const [{ data }] = await told('batch_scrape.page', 1)
  expect(data).toEqual([
    {
      metadata: expect.objectContaining({ title: 'Long', statusCode: 200 }),
      warning: 'The page is too long to be sent here: read it from the job',
    },
  ])
  for (;;) {
    const { status, data: pages } = (await served.weir.get(`/v2/batch/scrape/${id}`, { key: served.key })).body
    if (status === 'completed') return expect(pages[0].rawHtml.length).toBeGreaterThan(1024 ** 2)
    await Bun.sleep(20)
  }
}, 120_000)

test('a webhook with large metadata is refused, as every page repeats it', async () => {
  const webhook = { url: receiver.url.href, metadata: { order: 'x'.repeat(20_000) } }
  const crawl = { url: served.site.origin, limit: 1, webhook }
  const { status, body } = await served.weir.post('/v2/crawl', crawl, { key: served.key })
  expect([status, body.details]).toEqual([400, { parameter: 'webhook', maximum: 16_384 }])
})

test('a webhook whose headers cannot be sent is refused at once, instead of failing after its last attempt', async () => {
  for (const headers of [{ 'x-own': 'mine\r\nx-other: 1' }, { 'x own': 'mine' }, { 'x-own': '中' }]) {
    const webhook = { url: receiver.url.href, headers }
    const crawl = { url: served.site.origin, limit: 1, webhook }
    const { status, body } = await served.weir.post('/v2/crawl', crawl, { key: served.key })
    expect([status, body.details]).toEqual([400, { parameter: 'webhook.headers' }])
  }
})

test('a webhook for failures alone gets only those', async () => {
  sent.length = 0
  const webhook = { url: receiver.url.href, events: ['failed'] }
  const crawl = { url: 'http://127.0.0.1:9/', limit: 2, webhook }
  const { id } = (await served.weir.post('/v2/crawl', crawl, { key: served.key })).body
  expect(await told('crawl.failed', 1)).toMatchObject([{ success: false, id, error: expect.any(String) }])
  expect(sent).toHaveLength(1)
}, 120_000)

test('a job runs without its webhook if the secret that encrypts it is lost, and says so', async () => {
  const batch = { urls: [`${served.site.origin}/slow`], webhook: receiver.url.href, maxAge: 0 }
  const { id } = (await served.weir.post('/v2/batch/scrape', batch, { key: served.key })).body
  const store = await openStore({ dataDir: served.weir.dataDir })
  const sealedWithAnotherSecret = `v1.${'A'.repeat(64)}`
  await store.write((tx) =>
    tx
      .db<{ firecrawl_jobs: { job: string; webhook: string } }>()
      .updateTable('firecrawl_jobs')
      .set({ webhook: sealedWithAnotherSecret })
      .where('job', '=', `job_${id}`)
      .execute(),
  )
  await store.close()
  for (;;) {
    const { body } = await served.weir.get(`/v2/batch/scrape/${id}`, { key: served.key })
    if (body.status === 'scraping') {
      await Bun.sleep(20)
      continue
    }
    expect([body.status, body.completed, body.data.length]).toEqual(['completed', 1, 1])
    expect(body.warning).toContain('The webhook of this job is not called')
    return expect(served.weir.log.join('\n')).toContain('The webhook of this job is not called')
  }
}, 120_000)

test('a receiver at a forbidden address is refused before anything starts', async () => {
  const body = { urls: [served.site.origin], webhook: 'http://10.0.0.1/' }
  const { status, body: answer } = await served.weir.post('/v2/batch/scrape', body, { key: served.key })
  expect([status, answer.error]).toEqual([400, expect.stringContaining('webhook')])
})
