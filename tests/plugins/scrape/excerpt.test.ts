import { afterAll, beforeAll, expect, test } from 'bun:test'
import { strangersFolder } from '../../strangers.ts'
import { type Running, startWeir } from '../../weir.ts'

const strangers = strangersFolder()
/** Returns the excerpts that it was given. */
const watcher = strangers.plugin(`import { definePlugin, reply, t } from 'weirjs'
import { pageObservers } from 'weirjs/plugins/scrape/service'
const seen = []
export default definePlugin({
  name: 'watcher', api: 1, tag: { name: 'Watcher', description: 'Watches pages.' },
  provides: [pageObservers.by({ name: 'watcher' }, () => ({
    excerpt: 1000,
    observe({ page: { excerpt } }) { seen.push(excerpt ?? null) },
  }))],
  routes: (app) => app.get('/watched', () => ({ success: true as const, data: { seen: seen.splice(0) } }),
    { access: 'key', response: { 200: reply(t.Object({ seen: t.Array(t.Unknown()) })) }, detail: { summary: 'Watched' } }),
})
`)

const html = '<html><head><title>T</title></head><body><h1>Heading</h1><p>Text in a sentence.</p></body></html>'
let weir: Running
let site: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      url.endsWith('.json')
        ? Response.json({ text: 'Text of data.' })
        : new Response(html, { headers: { 'content-type': 'text/html' } }),
  })
  weir = await startWeir({ WEIR_PLUGINS: `scrape,${watcher}`, WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  strangers.remove()
})

async function scrape(body: object) {
  const { status, body: answer } = await weir.post('/v1/scrape', body)
  expect(status).toBe(200)
  return { data: answer.data, seen: (await weir.get('/v1/watched')).body.data.seen }
}

test('an observer gets the excerpt of a page that is fetched, and the caller does not', async () => {
  const url = `${site.url.origin}/page`
  const excerpt = { text: 'Heading Text in a sentence.', headings: ['Heading'] }
  const { data, seen } = await scrape({ url, formats: ['rawHtml'] })
  expect([Object.keys(data).sort(), seen]).toEqual([['content', 'files', 'metadata', 'rawHtml'], [excerpt]])
  // An answer from the cache has only the formats.
  expect((await scrape({ url, formats: ['rawHtml'] })).seen).toEqual([null])
})

test('there is no excerpt of data, or of a page with zero retention', async () => {
  expect((await scrape({ url: `${site.url.origin}/data.json` })).seen).toEqual([null])
  expect((await scrape({ url: `${site.url.origin}/page`, zeroRetention: true })).seen).toEqual([])
})
