import { afterAll, beforeAll, expect, test } from 'bun:test'
import { strangersFolder } from '../../strangers.ts'
import { type Running, startWeir } from '../../weir.ts'
import { captureWatcher, type Seen } from './capture-watcher.ts'

const strangers = strangersFolder()
const watcher = strangers.plugin(captureWatcher)

let weir: Running
let site: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/old') return new Response('moved', { status: 301, headers: { location: '/new' } })
      const html = `<html><body><h1>Heading</h1><p>Text of ${pathname} in a sentence.</p></body></html>`
      return new Response(html, { headers: { 'content-type': 'text/html' } })
    },
  })
  weir = await startWeir({ WEIR_PLUGINS: `scrape,${watcher}`, WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  strangers.remove()
})

async function scrape(body: object): Promise<Seen[]> {
  const { status } = await weir.post('/v1/scrape', body)
  expect(status).toBe(200)
  return (await weir.get('/v1/watched')).body.data.seen
}
const at = (path: string) => `${site.url.origin}${path}`

test('an observer gets all exchanges, redirects first, and none for an answer from the cache', async () => {
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

test('a page that is requested with a secret is not captured', async () => {
  const authentication = { type: 'bearer', token: 'secret' }
  for (const options of [{ authentication }, { headers: { Cookie: 'secret' } }]) {
    const [seen] = await scrape({ url: at('/page'), maxAge: 0, ...options })
    expect([seen!.path, seen!.capture]).toEqual(['/page', undefined])
  }
})
