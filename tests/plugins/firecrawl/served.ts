import { runtime } from '../../../core/runtime/index.ts'
import { type Running, startWeir } from '../../weir.ts'
import { serveSite, type TestSite } from '../crawl/site.ts'
import { completion, type ModelServer, startModelServer, textOf } from '../models/model-server.ts'

/** Weir at its own address, with a site to scrape and a model, for clients to connect to. */
export interface Served {
  weir: Running
  /** Without a trailing slash. */
  origin: string
  key: string
  site: TestSite
  model: ModelServer
  close(): Promise<void>
}

const page = (title: string, links: readonly string[] = []) =>
  `<html lang="en"><head><title>${title}</title><meta property="og:title" content="${title}"></head><body><main><h1>${title}</h1>
  <p>A paragraph about kettles, which are good to have and not too dear.</p><img src="/kettle.png" alt="A kettle">
  ${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main></body></html>`

const html =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status, headers: { 'content-type': 'text/html' } })

export async function serveFirecrawl(settings: Record<string, string> = {}): Promise<Served> {
  const paths = ['/a', '/b', '/c', '/broken', '/secret']
  const site = serveSite({
    '/': page('Kettles', paths),
    '/a': page('Copper'),
    '/b': page('Steel'),
    '/c': page('Iron'),
    '/broken': html('<p>No</p>', 500),
    '/long': page('Long').replace('A paragraph', 'A long paragraph '.repeat(70_000)),
    '/slow': () => Bun.sleep(3000).then(html('<p>Late</p>')),
    '/endless': () => Bun.sleep(60_000).then(html('<p>Later</p>')),
    '/blocked': () =>
      new Response('<title>Just a moment...</title>', {
        status: 403,
        headers: { 'cf-mitigated': 'challenge', 'content-type': 'text/html' },
      }),
    '/robots.txt': 'User-agent: *\nDisallow: /secret',
  })
  const model = startModelServer()
  model.script((ask) => {
    const asked = textOf(ask)
    if (asked.includes('includePaths')) return completion({ includePaths: ['^/a'] })
    return completion(asked.includes('"summary"') ? { summary: 'It is about kettles.' } : { name: 'Kettles' })
  })
  const weir = await startWeir({
    WEIR_ENGINES: 'lightweight',
    WEIR_LLM_URL: model.url,
    WEIR_LLM_MODEL: 'stub',
    ...settings,
  })
  const listener = await runtime.serve({
    hostname: '127.0.0.1',
    port: 0,
    handle: (request, peer) => weir.weir.server.fetch(request, peer),
  })
  weir.weir.listening({ hostname: listener.hostname, port: listener.port })
  const { key } = await weir.user()
  return {
    weir,
    origin: `http://127.0.0.1:${listener.port}`,
    key,
    site,
    model,
    async close() {
      weir.weir.stopping()
      listener.abort()
      await weir.close()
      model.stop()
      await site[Symbol.asyncDispose]()
    },
  }
}
