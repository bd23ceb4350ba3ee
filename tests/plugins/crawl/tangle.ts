import { normaliseUrl } from '../../../core/url/normalise-url.ts'
import type { Running } from '../../weir.ts'

/** The number of hosts. The last one asks for a delay. */
const HOSTS = 4
/** The seconds between two requests to the last host, which has one in `RARE` pages. */
const DELAY = 0.2
const RARE = 40
/** The links of a page to new pages, and to random ones. */
const CHILDREN = 3
const OTHERS = 3

/** The expected result of a crawl of the tangle, and the requests that it received. */
export interface Tangle {
  url: string
  /** The numbers of the reachable pages, and of those among them that fail, in order. */
  reachable: number[]
  failing: number[]
  /** The requested addresses, normalised, including repeated ones. */
  asked: string[]
  /** The times of the requests to the host that asks for a delay, in epoch milliseconds. */
  slowTimes: number[]
  stop(): Promise<void>
}

/**
 * Serves `count` pages that link to each other under many addresses: with tracking parameters, fragments, reordered
 * parameters, percent-encoding, trailing slashes, redirects, and duplicates with a canonical address. A tenth fails,
 * some refuse the first visit, some are forbidden by robots.txt, and one host asks for a delay.
 */
export function serveTangle(count: number): Tangle {
  const random = createRandom(count)
  const asked: string[] = []
  /** Pages that refuse the first visit and have received it. */
  const met = new Set<number>()
  const slowTimes: number[] = []
  const isSlow = (n: number) => n % RARE === RARE - 2
  const hostOf = (n: number) => (isSlow(n) ? HOSTS : (n % (HOSTS - 1)) + 1)
  const at = (n: number, path: string): string => `http://127.0.0.${hostOf(n)}:${server.port}${path}`
  const fails = (n: number) => n % 10 === 9
  const isForbidden = (n: number) => n % 50 === 33

  /** The path of a page, and equivalent addresses. */
  const pathOf = (n: number) => (isForbidden(n) ? `/private/${n}` : n % 7 === 3 ? `/p/${n}?b=2&a=1` : `/p/${n}`)
  const disguises: ((n: number) => string)[] = [
    pathOf,
    (n) => `${pathOf(n)}#part`,
    (n) => `${pathOf(n)}${pathOf(n).includes('?') ? '&' : '?'}utm_source=feed&fbclid=${n}`,
    (n) => pathOf(n).replace('b=2&a=1', 'a=1&b=2'),
    (n) => pathOf(n).replace('/p', '/%70'),
    // Links to pages that fail have their own addresses, and there is no delay between redirects.
    (n) => (fails(n) || isSlow(n) ? pathOf(n) : `/moved/${n}`),
    (n) => (fails(n) || isSlow(n) ? pathOf(n) : `/moved-twice/${n}`),
    (n) => (fails(n) || isSlow(n) ? pathOf(n) : `/p/${n}/`),
    (n) => (fails(n) || isForbidden(n) ? pathOf(n) : `/copy/${n}?session=${Math.floor(random() * 3)}`),
  ]
  const links = Array.from({ length: count }, (_, n) => {
    const children = Array.from({ length: CHILDREN }, (_, i) => n * CHILDREN + i + 1).filter((child) => child < count)
    const others = Array.from({ length: OTHERS }, () => Math.floor(random() * count))
    return [...children, ...others]
  })
  const disguised = links.map((others) => others.map((to) => disguises[Math.floor(random() * disguises.length)]!(to)))

  const answer = (n: number, canonical: string): Response => {
    if (n % 100 === 44 && !met.has(n)) {
      met.add(n)
      return busy()
    }
    if (fails(n)) return n % 20 === 9 ? Response.redirect(at(n, pathOf(n)), 302) : broken()
    const shown = links[n]!.map((to, i) => `<a href="${at(to, disguised[n]![i]!)}">${to}</a>`)
    const head = `<title>${n}</title>${canonical && `<link rel="canonical" href="${canonical}">`}`
    return html(`<html><head>${head}</head><body><p>Page ${n}</p>${shown.join('\n')}</body></html>`)
  }
  const server = Bun.serve({
    port: 0,
    hostname: '0.0.0.0',
    fetch({ url }) {
      const { pathname, hostname } = new URL(url)
      if (pathname === '/robots.txt') {
        const delay = hostname === `127.0.0.${HOSTS}` ? `\nCrawl-delay: ${DELAY}` : ''
        return new Response(`User-agent: *\nDisallow: /private/${delay}`)
      }
      if (pathname === '/sitemap.xml') return new Response('none', { status: 404 })
      asked.push(normaliseUrl(new URL(url)))
      if (hostname === `127.0.0.${HOSTS}`) slowTimes.push(Date.now())
      const [, kind, number, slash] = /^\/([\w-]+)\/(\d+)(\/?)$/.exec(decodeURI(pathname)) ?? []
      const n = Number(number)
      if (kind === 'moved-twice') return Response.redirect(at(n, `/moved/${n}`), 302)
      if (kind === 'moved' || slash === '/') return Response.redirect(at(n, pathOf(n)), 301)
      return answer(n, kind === 'copy' ? at(n, pathOf(n)) : '')
    },
  })

  const reachable = reach(links, (n) => !isForbidden(n), fails)
  return {
    url: at(0, '/p/0'),
    reachable,
    failing: reachable.filter(fails),
    asked,
    slowTimes,
    stop: () => server.stop(true),
  }
}

/** The pages that can be reached by links, without forbidden ones. */
function reach(links: readonly number[][], allows: (n: number) => boolean, fails: (n: number) => boolean): number[] {
  const found = new Set([0])
  for (const n of found) if (!fails(n)) for (const to of links[n]!) if (allows(to)) found.add(to)
  return [...found].sort((a, b) => a - b)
}

/** A page with an unknown content coding. */
const broken = () => new Response('?', { headers: { 'content-type': 'text/html', 'content-encoding': 'nonesuch' } })
const busy = () => new Response('later', { status: 503, headers: { 'retry-after': '0' } })
const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } })

/** Random numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The fields of a result of the crawl that are used here. */
interface Crawled {
  url: string
  status: 'success' | 'failed'
  metadata: { title?: string }
}

/** The request for a crawl of a whole tangle. */
export const crawlOf = ({ url }: Tangle, most: number) => ({
  url,
  maxPages: most,
  maxDepth: 10,
  maxAge: 0,
  sameDomain: false,
})

/** Crawls a tangle to its end, and returns its job and pages. */
export async function crawlTangle(weir: Running, tangle: Tangle, most: number, key?: string) {
  const { body, text } = await weir.post('/v1/crawl', crawlOf(tangle, most), { key })
  if (!body.jobId) throw new Error(text)
  return awaitCrawl(weir, body.jobId, key)
}

/** Waits for the end of a crawl, and returns its job and pages. */
export async function awaitCrawl(weir: Running, jobId: string, key?: string) {
  const job = await weir.ended(jobId, { key })
  const results: Crawled[] = await weir.results(jobId, { key })
  const numbers = (status: string, of: (page: Crawled) => number) =>
    results
      .filter((page) => page.status === status)
      .map(of)
      .sort((a, b) => a - b)
  return {
    job,
    pages: numbers('success', ({ metadata }) => Number(metadata.title)),
    failed: numbers('failed', (page) => Number(/\/(\d+)/.exec(new URL(page.url).pathname)![1])),
  }
}
