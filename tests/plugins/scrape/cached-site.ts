import { join } from 'node:path'
import { selfSigned } from '../../conformance/self-signed.ts'
import { startHttpProxy } from '../../core/proxy/proxies.ts'
import { type Answer, startWeir } from '../../weir.ts'

export interface Served {
  status?: number
  headers?: Record<string, string>
  html?: string
}

/** A server with a cache, two of its users, and a site. */
export async function openCachedSite() {
  const proxy = await startHttpProxy()

  /** A site whose pages show how often they were requested, and with which headers. */
  const pages = new Map<string, Served & { hits: number }>()
  function serve(request: Request) {
    const path = new URL(request.url).pathname
    const page = pages.get(path)
    if (!page) return new Response('no such page', { status: 404 })
    page.hits++
    const seen = ['authorization', 'cookie', 'x-who', 'user-agent', 'accept-language']
    const told = seen.map((name) => `<p>${name}: ${request.headers.get(name) ?? 'none'}</p>`).join('')
    const html = page.html ?? `<title>A page</title><h1>Visit ${page.hits}</h1>${told}`
    return new Response(html, { status: page.status ?? 200, headers: { 'content-type': 'text/html', ...page.headers } })
  }
  const site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: serve })
  const secure = Bun.serve({ hostname: '127.0.0.1', port: 0, tls: selfSigned, fetch: serve })

  let made = 0
  /** Makes a separate page for a test: its address, and the number of its requests. */
  function page(served: Served = {}, origin = site.url.origin) {
    const path = `/page${++made}`
    pages.set(path, { ...served, hits: 0 })
    return { url: `${origin}${path}`, path, hits: () => pages.get(path)!.hits }
  }
  const settings = {
    WEIR_ENGINES: `lightweight,${join(import.meta.dir, 'fixtures/painter.ts')}`,
    WEIR_PROXIES: proxy.url.href,
  }
  const weir = await startWeir(settings)
  const ann = await weir.user()
  const ben = await weir.user()

  const scrape = (body: object, { key } = ann) => weir.post('/v1/scrape', body, { key })
  const isCached = ({ body }: Answer) => body.data.metadata.cached === true

  return {
    weir,
    ann,
    ben,
    site,
    secure,
    serve,
    settings,
    page,
    scrape,
    isCached,
    async close() {
      await weir.close()
      site.stop(true)
      secure.stop(true)
      proxy.stop()
    },
  }
}
