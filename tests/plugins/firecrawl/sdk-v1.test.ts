import { afterAll, beforeAll, expect, test } from 'bun:test'
import { FirecrawlAppV1 } from 'firecrawl'
import { type Served, serveFirecrawl } from './served.ts'

let served: Served
let client: InstanceType<typeof FirecrawlAppV1>
let url: string
beforeAll(async () => {
  served = await serveFirecrawl()
  client = new FirecrawlAppV1({ apiKey: served.key, apiUrl: `${served.origin}/firecrawl` })
  url = `${served.site.origin}/`
})
afterAll(() => served.close())

const titles = (pages: readonly { metadata?: { title?: string } }[]) =>
  pages.map(({ metadata }) => metadata?.title).sort()

test('a page, with extracted data under either name', async () => {
  const schema = { type: 'object', properties: { name: { type: 'string' } } } as never
  const page = await client.scrapeUrl(url, {
    formats: ['markdown', 'json', 'links'],
    jsonOptions: { schema },
    maxAge: 3600000,
  })
  expect(page).toMatchObject({
    success: true,
    markdown: expect.stringContaining('# Kettles'),
    json: { name: 'Kettles' },
  })
  expect(await client.scrapeUrl(url, { formats: ['extract'], extract: { schema } })).toMatchObject({
    extract: { name: 'Kettles' },
  })
})

test('a map of addresses, and a search', async () => {
  expect(await client.mapUrl(url, { limit: 20 })).toMatchObject({ links: expect.arrayContaining([`${url}a`]) })
  await client.scrapeUrl(url, {})
  expect((await client.search('kettles', {})).data[0]).toMatchObject({ url, title: 'Kettles' })
})

test('a crawl, its state, its failures and its watcher', async () => {
  const done = (await client.crawlUrl(url, { limit: 10 })) as Extract<
    Awaited<ReturnType<typeof client.crawlUrl>>,
    { data: unknown }
  >
  expect([done.status, titles(done.data)]).toEqual(['completed', ['Copper', 'Iron', 'Kettles', 'Steel']])
  expect(done).not.toHaveProperty('next')
  const { crawls } = { crawls: (await served.weir.get('/v1/jobs?type=crawl', { key: served.key })).body.data.jobs }
  const id = crawls[0].id.replace('job_', '')
  expect(await client.checkCrawlStatus(id, true)).toMatchObject({ status: 'completed', completed: 5 })
  expect(await client.checkCrawlErrors(id)).toMatchObject({
    errors: [{ url: `${url}broken` }],
    robotsBlocked: [`${url}secret`],
  })
  const watcher = await client.crawlUrlAndWatch(url, { limit: 10, excludePaths: ['broken'] })
  const seen: string[] = []
  await new Promise<void>((resolve, reject) => {
    watcher.addEventListener('document', ({ detail }) => {
      seen.push(String(detail.metadata?.title))
    })
    watcher.addEventListener('done', () => resolve())
    watcher.addEventListener('error', ({ detail }) => reject(new Error(detail.error)))
  })
  expect(seen.sort()).toEqual(['Copper', 'Iron', 'Kettles', 'Steel'])
})

test('a batch, whose state is read like that of a crawl', async () => {
  const done = await client.batchScrapeUrls([`${url}a`, `${url}b`], { formats: ['markdown'] }, 1)
  expect(done).toMatchObject({ status: 'completed', total: 2 })
})

test('a crawl that is cancelled, and an extraction', async () => {
  const started = await client.asyncCrawlUrl(`${served.site.origin}/slow`, { limit: 5 })
  const { id } = started as Extract<typeof started, { success: true }> & { id: string }
  expect(await client.cancelCrawl(id)).toMatchObject({ status: 'cancelled' } as never)
  const done = await client.extract([url], { prompt: 'Its name' })
  expect(done).toMatchObject({ success: true, data: { name: 'Kettles' } })
})

test('credits and queue', async () => {
  expect(await client.getCreditUsage()).toMatchObject({ data: { remaining_credits: expect.any(Number) } })
  expect(await client.getQueueStatus()).toMatchObject({ success: true })
})
