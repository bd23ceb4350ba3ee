import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type JobEvent, pages, Weir, WeirError } from '../../../core/client/index.ts'
import { runtime } from '../../../core/runtime/index.ts'
import type { Listener } from '../../../core/runtime/runtime.ts'
import { type Running, startWeir } from '../../weir.ts'

let running: Running
let listener: Listener
let site: ReturnType<typeof Bun.serve>
let weir: Weir
let home: string
beforeAll(async () => {
  const links = Array.from({ length: 4 }, (_, index) => `<a href="/k/${index}">${index}</a>`).join(' ')
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      new Response(`<title>Kettles</title><h1>Kettles of ${new URL(url).pathname}</h1><p>Of copper. ${links}</p>`, {
        headers: { 'content-type': 'text/html' },
      }),
  })
  home = `${site.url.origin}/k`
  running = await startWeir({ WEIR_METERING: 'off', WEIR_ENGINES: 'lightweight' })
  const handle = running.weir.server.fetch
  listener = await runtime.serve({ hostname: '127.0.0.1', port: 0, handle })
  weir = new Weir({ url: `http://127.0.0.1:${listener.port}/`, key: running.adminKey })
})
afterAll(async () => {
  listener.abort()
  await running.close()
  site.stop(true)
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as WeirError,
  )

test('a page comes in the requested formats', async () => {
  const { data } = await weir.scrape(home, { formats: ['markdown', 'links'] })
  expect([data.markdown?.split('\n')[0], data.links?.length]).toEqual(['# Kettles of /k', 4])
})

test('a crawl is awaited, and gives all its pages', async () => {
  const crawl = await weir.crawl(home, { maxPages: 3, waitTime: 0 })
  expect(await weir.wait(crawl)).toMatchObject({ status: 'completed', completed: 3 })
  const found = await all(weir.results(crawl))
  // In the order in which they were done.
  expect(found.map(({ url }) => new URL(url).pathname).sort()).toEqual(['/k', '/k/0', '/k/1'])
})

test('many pages are one job, whose events are followed to its end', async () => {
  const job = await weir.scrapeMany([`${home}/7`, `${home}/8`])
  // From the beginning, as the job may have ended by now.
  const events: JobEvent[] = await all(weir.jobs.stream(job, { lastEventId: '0.2' }))
  expect(events.filter(({ event }) => event === 'url_completed').length).toBe(2)
  expect(events.at(-1)).toMatchObject({ event: 'completed' })
  const [, second] = events
  const rest = await all(weir.jobs.stream(job, { lastEventId: second?.id }))
  expect(rest).toEqual(events.slice(2))
  expect(await all(weir.jobs.stream(job, { lastEventId: events.at(-1)?.id }))).toEqual([])
})

test('lists are read page by page', async () => {
  for (const name of ['one', 'two', 'three'])
    await weir.monitors.create({ url: home, name, schedule: '0 0 1 1 *', options: { detectChanges: false } })
  const lists = await all(pages((cursor) => weir.monitors.list({ cursor, limit: 2 })))
  expect(lists.flatMap(({ data }) => data.monitors).map(({ name }) => name)).toHaveLength(3)
  expect(lists).toHaveLength(2)
})

test('results can be downloaded as a file', async () => {
  const crawl = await weir.crawl(home, { maxPages: 1, waitTime: 0 })
  await weir.wait(crawl)
  const csv = await (await weir.files.download(crawl, { format: 'csv' })).text()
  expect(csv).toContain(home)
})

test('a refusal has its code, field, request and remedy, whatever the format of its family', async () => {
  const refused = await errorOf(weir.scrape(home, { timeout: 1 }))
  expect(refused).toBeInstanceOf(WeirError)
  expect(refused).toMatchObject({ status: 400, code: 'invalid_options', field: 'timeout' })
  expect(refused?.message).toContain('timeout')
  expect(refused?.requestId).toBeString()
  expect(await errorOf(weir.scrape(home, { engine: 'browser_a' }))).toMatchObject({ code: 'invalid_options' })
  const archived = await errorOf(weir.archive.search({ url: 'ftp://example.com/' }))
  expect(archived).toMatchObject({ status: 400, code: 'invalid_request' })
  const enriched = await errorOf(weir.enrichment.start({ data: [{ email: 'a@example.com' }], fields: [] }))
  expect(enriched).toMatchObject({ status: 400, code: 'MISSING_FIELDS' })
  expect(await errorOf(weir.jobs.get('job_none'))).toMatchObject({ status: 404, code: 'not_found' })
  const nobody = new Weir({ url: `http://127.0.0.1:${listener.port}`, key: 'wr_wrong' })
  expect(await errorOf(nobody.account.profile())).toMatchObject({ status: 401, code: 'unauthorized' })
})

test('an aborted call rejects with the reason, and stops waiting', async () => {
  const reason = new Error('no longer wanted')
  expect(await errorOf(weir.scrape(home, {}, { signal: AbortSignal.abort(reason) }))).toBe(reason as never)
  const crawl = await weir.crawl(home, { maxPages: 1000, maxDepth: 10, waitTime: 30_000 })
  const abort = new AbortController()
  const waiting = errorOf(weir.wait(crawl, { signal: abort.signal }))
  abort.abort(reason)
  expect(await waiting).toBe(reason as never)
  expect((await weir.jobs.cancel(crawl)).data.id).toBe(crawl.jobId)
})
