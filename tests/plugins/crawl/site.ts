/** A page: its body, or a handler. */
export type Page = string | ((request: Request) => Response | Promise<Response>)

/** A local web site. */
export interface TestSite {
  /** Without a slash at the end. */
  origin: string
  pages: Map<string, Page>
  /** The requested paths with queries, except robots.txt and sitemaps. */
  asked: string[]
  /** Their times in epoch milliseconds. */
  times: number[]
  /** The maximum of concurrent requests. */
  mostAtOnce(): number
  [Symbol.asyncDispose](): Promise<void>
}

/** A page with these links, which are their own text. */
export const linking = (links: readonly string[], head = '') =>
  `<html><head><title>Page</title>${head}</head><body><p>Some text.</p>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join('\n')}</body></html>`

interface SiteOptions {
  /** The delay of each page in milliseconds. */
  delay?: number
  hostname?: string
  tls?: Bun.TLSOptions
}

/** Serves pages by path, and 404 for others. */
export function serveSite(
  pages: Record<string, Page> = {},
  { delay = 0, hostname = '127.0.0.1', tls }: SiteOptions = {},
): TestSite {
  const all = new Map(Object.entries(pages))
  const asked: string[] = []
  const times: number[] = []
  let running = 0
  let most = 0
  const server = Bun.serve({
    port: 0,
    hostname,
    tls,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const page = all.get(pathname + search) ?? all.get(pathname)
      if (!/^\/(robots\.txt|sitemap.*)$/.test(pathname)) {
        asked.push(pathname + search)
        times.push(Date.now())
        most = Math.max(most, ++running)
        if (delay > 0) await Bun.sleep(delay)
        running--
      }
      if (page === undefined) return new Response('none', { status: 404, headers: { 'content-type': 'text/html' } })
      if (typeof page === 'function') return page(request)
      const type = pathname.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8'
      return new Response(page, { headers: { 'content-type': type } })
    },
  })
  return {
    origin: server.url.origin,
    pages: all,
    asked,
    times,
    mostAtOnce: () => most,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

/** Adds a tree of pages below `/` with `width` links per page, and returns the paths by depth. */
export function growTree({ pages }: TestSite, width: number, depth: number): string[][] {
  const levels = [['/']]
  for (let d = 1; d <= depth; d++)
    levels.push(
      levels[d - 1]!.flatMap((path) =>
        Array.from({ length: width }, (_, i) => (path === '/' ? `/${i + 1}` : `${path}-${i + 1}`)),
      ),
    )
  for (const [d, paths] of levels.entries())
    for (const path of paths) {
      const children = (levels[d + 1] ?? []).filter((child) =>
        path === '/' ? true : child.startsWith(`${path}-`) && child.length === path.length + 2,
      )
      pages.set(path, linking(['/', ...children]))
    }
  return levels
}
