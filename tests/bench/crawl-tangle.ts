/**
 * Crawls a tangled site to its end: each reachable page is fetched once, each failure is reported, and nothing
 * forbidden is requested. The tests do the same with fewer pages. Usage: bun tests/bench/crawl-tangle.ts [pages]
 */
import { crawlTangle, serveTangle } from '../plugins/crawl/tangle.ts'
import { startWeir } from '../weir.ts'
import { table } from './figures.ts'

const count = Number(process.argv[2] ?? 2000)
const unbounded = JSON.stringify({ enterprise: { crawlPages: null, callsPerMinute: null } })
const tangle = serveTangle(count)
const weir = await startWeir({ WEIR_PLANS: unbounded })
const began = performance.now()
const { job, pages, failed } = await crawlTangle(weir, tangle, count)
const seconds = (performance.now() - began) / 1000
const { reachable, failing, asked } = tangle
const wanted = reachable.filter((n) => !failing.includes(n))
const forbidden = asked.filter((url) => url.includes('/private/')).length
console.log(
  table(
    ['a tangled site', 'wanted', 'had'],
    [
      ['pages', wanted.length, new Set(pages).size],
      ['results for them', wanted.length, pages.length],
      ['failures told', failing.length, failed.length],
      ['credits', wanted.length, job.creditsUsed],
      ['forbidden requests', 0, forbidden],
      ['requests', '', asked.length],
      ['seconds', '', seconds.toFixed(1)],
    ],
  ),
)
const isExact = `${pages}` === `${wanted}` && `${failed}` === `${failing}` && job.creditsUsed === wanted.length
await weir.close()
await tangle.stop()
process.exit(isExact && forbidden === 0 ? 0 : 1)
