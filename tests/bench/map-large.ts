/**
 * Measures a map of 10,000 URLs, half of them from a sitemap: its time, its number of URLs, and its memory.
 * Usage: bun tests/bench/map-large.ts [pages]
 */
import { startWeir } from '../weir.ts'

const pages = Number(process.argv[2] ?? 10_000)
const LINKS = 100
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const { pathname, origin } = new URL(url)
    if (pathname === '/robots.txt') return new Response('none', { status: 404 })
    if (pathname === '/sitemap.xml') {
      const listed = Array.from({ length: pages / 2 }, (_, i) => `<url><loc>${origin}/page/${i * 2 + 1}</loc></url>`)
      return new Response(`<urlset>${listed.join('')}</urlset>`)
    }
    const n = Number(pathname.slice('/page/'.length)) || 0
    const links = Array.from({ length: LINKS }, (_, i) => `<a href="/page/${(n * LINKS + i) % pages}">${i}</a>`)
    return new Response(`<title>Page ${n}</title>${links.join(' ')}`, { headers: { 'content-type': 'text/html' } })
  },
})
const weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
const map = async (maxPages: number) => {
  const options = { maxPages, maxDepth: 5, timeout: 120_000 }
  const { body, text } = await weir.post('/v1/map', { url: `${site.url.origin}/page/0`, options })
  if (!body.data) throw new Error(text)
  return body.data
}
await map(100)
const before = process.memoryUsage().rss
let most = 0
const timer = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss)
}, 100)
const began = performance.now()
const { urls, summary } = await map(pages)
clearInterval(timer)
const seconds = (performance.now() - began) / 1000
const unique = new Set(urls.map(({ url }: { url: string }) => url)).size
console.log(
  `${unique} of ${pages} URLs in ${seconds.toFixed(1)} s${summary.timedOut ? ' (no more time)' : ''}; ${((most - before) / 1e6).toFixed(0)} MB more at most, the site's own among them`,
)
await weir.close()
await site.stop(true)
process.exit(0)
