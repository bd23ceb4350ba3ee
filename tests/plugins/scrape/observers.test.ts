import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { readRows } from '../../store.ts'
import { strangersFolder } from '../../strangers.ts'
import { type Running, startWeir } from '../../weir.ts'

const strangers = strangersFolder()
/** Stores the heading of each page in its own table; the write fails if the page says so. */
const watcher = strangers.plugin(`import { definePlugin, reply, t } from 'weirjs'
import { pageObservers } from 'weirjs/plugins/scrape/service'
const prepared = new Set()
export default definePlugin({
  name: 'watcher', api: 1, tag: { name: 'Watcher', description: 'Watches pages.' },
  migrations: [{ name: '001-pages', up: async (db) => {
    await db.schema.createTable('watcher_pages').addColumn('account', 'text').addColumn('url', 'text').addColumn('job', 'text').addColumn('heading', 'text').execute()
  } }],
  provides: [pageObservers.by({ name: 'watcher' }, (kit) => ({
    async observe({ account, url, page, jobId }) {
      const heading = /# (.*)/.exec(page.data.markdown ?? '')?.[1] ?? ''
      if (heading === 'Unwanted') return undefined
      if (heading === 'Refused') throw new Error('The observer refuses')
      return async (tx) => {
        await tx.db().insertInto('watcher_pages').values({ account: account.id, url: url.pathname, job: jobId ?? null, heading }).execute()
        if (heading === 'Broken') throw new Error('The observer breaks')
      }
    },
  }))],
  routes: (app, kit) => app.get('/watched', async ({ caller }) => {
    const rows = await kit.store.db().selectFrom('watcher_pages').selectAll().where('account', '=', caller.account.id).execute()
    return { success: true as const, data: { rows } }
  }, { access: 'key', response: { 200: reply(t.Object({ rows: t.Array(t.Unknown()) })) }, detail: { summary: 'Watched' } }),
})
`)

let weir: Running
let site: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/robots.txt' || pathname === '/sitemap.xml') return new Response('', { status: 404 })
      const heading = pathname.slice(1) || 'Start'
      const links = '<a href="/First">First</a> <a href="/Second">Second</a>'
      const html = `<html><body><main><h1>${heading}</h1><p>Text of ${heading} in a sentence of its own.</p>${links}</main></body></html>`
      return new Response(html, { headers: { 'content-type': 'text/html' } })
    },
  })
  weir = await startWeir({ WEIR_PLUGINS: `scrape,batch,crawl,${watcher}`, WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  strangers.remove()
})

interface Row {
  url: string
  job: string | null
  heading: string
}
const user = () => weir.user('enterprise')
const watched = async (key: string): Promise<Row[]> =>
  ((await weir.get('/v1/watched', { key })).body.data.rows as Row[]).map(({ url, job, heading }) => ({
    url,
    job,
    heading,
  }))
const at = (path: string) => `${site.url.origin}/${path}`
const scrape = (path: string, key: string, more = {}) =>
  weir.post('/v1/scrape', { url: at(path), formats: ['markdown'], ...more }, { key })

test('a single scrape is observed for its account, from the cache too', async () => {
  const [one, other] = [await user(), await user()]
  expect((await scrape('One', one.key)).status).toBe(200)
  const again = await scrape('One', one.key)
  expect([again.status, again.body.data.metadata.cached]).toEqual([200, true])
  expect(await watched(one.key)).toEqual([
    { url: '/One', job: null, heading: 'One' },
    { url: '/One', job: null, heading: 'One' },
  ])
  expect(await watched(other.key)).toEqual([])
  await scrape('Unwanted', one.key)
  expect(await watched(one.key)).toHaveLength(2)
})

test('each page of a job is observed, with the job', async () => {
  const { key } = await user()
  for (const [path, body] of [
    ['/v1/scrape', { urls: ['A', 'B'].map(at), formats: ['markdown'] }],
    ['/v1/batch', { urls: ['C', 'D'].map(at), format: 'markdown', delayBetweenRequests: 0 }],
    ['/v1/crawl', { url: at(''), maxPages: 3, maxAge: 0 }],
  ] as const) {
    const before = (await watched(key)).length
    const answer = (await weir.post(path, body, { key })).body
    const id = answer.jobId ?? answer.data.jobId
    const { completed } = await weir.ended(id, { key })
    const rows = (await watched(key)).slice(before)
    expect(rows.map(({ job }) => job)).toEqual(rows.map(() => id))
    expect(rows).toHaveLength(completed)
  }
  const seen = (await watched(key)).map(({ heading }) => heading).sort()
  expect(seen).toEqual(['A', 'B', 'C', 'D', 'First', 'Second', 'Start'])
})

test('an error of an observer fails the page, which costs nothing and leaves nothing behind', async () => {
  const { key } = await user()
  const credits = async () => (await weir.get('/v1/users/profile', { key })).body.data.credits
  const before = await credits()
  await scrape('Paid', key)
  const paid = await credits()
  expect(paid).not.toEqual(before)
  for (const path of ['Broken', 'Refused']) {
    const failed = await scrape(path, key)
    expect([failed.status, failed.body.error.code]).toEqual([500, 'scraping_failed'])
  }
  expect(await credits()).toEqual(paid)
  expect((await watched(key)).map(({ url }) => url)).toEqual(['/Paid'])
  const { jobId } = (await weir.post('/v1/scrape', { urls: ['Fine', 'Refused'].map(at) }, { key })).body.data
  expect(await weir.ended(jobId, { key })).toMatchObject({ completed: 1, failed: 1 })
  expect((await watched(key)).map(({ url }) => url)).toEqual(['/Paid', '/Fine'])
  // The error is one of the scrape; only the log names the observer.
  const told = weir.log.filter((line) => line.includes('warn  An observer of pages failed'))
  expect(told[0]).toContain('observer=watcher of=watcher cause="Error: The observer refuses')
})

test('an observer that wants cached answers once gets each once for each account', async () => {
  const once = strangers.plugin(`import { definePlugin, reply, t } from 'weirjs'
import { pageObservers } from 'weirjs/plugins/scrape/service'
import { sql } from 'kysely'
import { readRows } from '../../store.ts'
const seen = []
export default definePlugin({
  name: 'once', api: 1, tag: { name: 'Once', description: 'Sees pages once.' },
  provides: [pageObservers.by({ name: 'once' }, () => ({
    once: true,
    observe({ account, page }) { seen.push([account.id, page.metadata.cached === true]); return undefined },
  }))],
  routes: (app) => app.get('/seen', () => ({ success: true as const, data: { seen } }),
    { access: { permission: 'none' }, response: { 200: reply(t.Object({ seen: t.Array(t.Unknown()) })) }, detail: { summary: 'Seen' } }),
})
`)
  const plain = await startWeir({ WEIR_PLUGINS: `scrape,${once}`, WEIR_ENGINES: 'lightweight' })
  const [one, other] = [await plain.user(), await plain.user()]
  const ask = (key: string) => plain.post('/v1/scrape', { url: at('Seen'), formats: ['markdown'] }, { key })
  const seenFor = async ({ id }: { id: string }) => {
    const { seen } = (await plain.get('/v1/seen')).body.data as { seen: [string, boolean][] }
    return seen.filter(([account]) => account === id).length
  }
  await ask(one.key)
  // The answer is written after the first request, and stays in memory once it was read.
  while ((await readRows(plain.dataDir, sql`select 1 from scrape_cache`)).length === 0) await Bun.sleep(10)
  await ask(one.key)
  await ask(other.key)
  const before = [await seenFor(one), await seenFor(other)]
  expect(before).toEqual([2, 1])
  for (const { key } of [one, other, one, other]) expect((await ask(key)).body.data.metadata.cached).toBe(true)
  expect([await seenFor(one), await seenFor(other)]).toEqual(before)
  await plain.close()
})

test('without observers, a cached answer is returned unchanged', async () => {
  const plain = await startWeir({ WEIR_PLUGINS: 'scrape', WEIR_ENGINES: 'lightweight' })
  const body = { url: at('Plain'), formats: ['markdown'] }
  const first = await plain.post('/v1/scrape', body)
  const second = await plain.post('/v1/scrape', body)
  expect([first.status, second.status, second.body.data.markdown]).toEqual([200, 200, first.body.data.markdown])
  await plain.close()
})
