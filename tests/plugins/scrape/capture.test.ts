import { afterAll, beforeAll, expect, test } from 'bun:test'
import { strangersFolder } from '../../strangers.ts'
import { type Running, startWeir } from '../../weir.ts'

const strangers = strangersFolder()
/** Tells in the log of what was captured of each page. */
const watcher = strangers.plugin(`import { definePlugin, reply, t } from 'weirjs'
import { pageObservers } from 'weirjs/plugins/scrape/service'
const seen = []
const text = (bytes) => bytes && Buffer.from(bytes).toString('latin1')
export default definePlugin({
  name: 'watcher', api: 1, tag: { name: 'Watcher', description: 'Watches pages.' },
  provides: [pageObservers.by({ name: 'watcher' }, () => ({
    wantsCapture: true,
    observe({ url, page: { capture } }) {
      seen.push({ path: url.pathname, capture: capture && {
        exchanges: capture.exchanges.map(({ url, head, body }) => [url.pathname, text(head), text(body)]),
        rendered: text(capture.rendered) ?? null,
      } })
    },
  }))],
  routes: (app) => app.get('/watched', () => ({ success: true as const, data: { seen: seen.splice(0) } }),
    { access: 'key', response: { 200: reply(t.Object({ seen: t.Array(t.Unknown()) })) }, detail: { summary: 'Watched' } }),
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
      if (pathname === '/old') return new Response('moved', { status: 301, headers: { location: '/new' } })
      const fill = pathname === '/script' ? '<script>document.body.append("Filled in")</script>' : ''
      const html = `<html><body><h1>Heading</h1><p>Text of ${pathname} in a sentence.</p>${fill}</body></html>`
      return new Response(html, { headers: { 'content-type': 'text/html' } })
    },
  })
  weir = await startWeir({ WEIR_PLUGINS: `scrape,${watcher}`, WEIR_ENGINES: 'lightweight,browser_a,browser_b,stealth' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  strangers.remove()
})

interface Seen {
  path: string
  capture?: { exchanges: [path: string, head: string, body: string][]; rendered: string | null }
}
async function scrape(body: object): Promise<Seen[]> {
  const { status } = await weir.post('/v1/scrape', body)
  expect(status).toBe(200)
  return (await weir.get('/v1/watched')).body.data.seen
}
const at = (path: string) => `${site.url.origin}${path}`

test('an observer is shown what went over the wire, redirects first, and no more with an answer from the cache', async () => {
  const [seen] = await scrape({ url: at('/old') })
  const [moved, page] = seen!.capture!.exchanges
  expect([moved![0], moved![1].slice(0, 12), moved![2]]).toEqual(['/old', 'HTTP/1.1 301', 'moved'])
  expect([page![0], page![1].slice(0, 12), page![2]]).toEqual([
    '/new',
    'HTTP/1.1 200',
    expect.stringContaining('Text of /new'),
  ])
  expect(seen!.capture!.rendered).toBeNull()
  expect((await scrape({ url: at('/old') })).map(({ path, capture }) => [path, capture])).toEqual([['/old', undefined]])
})

test('a page that the caller shows a secret is not captured', async () => {
  const authentication = { type: 'bearer', token: 'secret' }
  for (const options of [{ authentication }, { headers: { Cookie: 'secret' } }]) {
    const [seen] = await scrape({ url: at('/page'), maxAge: 0, ...options })
    expect([seen!.path, seen!.capture]).toEqual(['/page', undefined])
  }
})

test('of a page from a browser the document at the end is shown', async () => {
  const [seen] = await scrape({ url: at('/script'), engine: 'browser_a' })
  expect(seen!.capture!.rendered).toContain('Filled in')
  const [[path, head, body]] = seen!.capture!.exchanges as [[string, string, string]]
  expect([path, head]).toEqual(['/script', expect.stringMatching(/^HTTP\/1.1 200 .*\r\n/)])
  expect(head).toMatch(/\r\nX-Orig-content-length: /i)
  expect(body).toContain('Text of /script')
  expect(body).not.toContain('Filled in<')
})

test.each(['browser_a', 'browser_b', 'stealth'])(
  '%s tells of redirects and of the answer',
  async (engine) => {
    const [seen] = await scrape({ url: at('/old'), engine, maxAge: 0 })
    const exchanges = seen!.capture!.exchanges.map(([path, head]) => [path, /^HTTP\/1.1 \d+/.exec(head)?.[0]])
    expect(exchanges).toEqual([
      ['/old', 'HTTP/1.1 301'],
      ['/new', 'HTTP/1.1 200'],
    ])
  },
  120_000,
)
