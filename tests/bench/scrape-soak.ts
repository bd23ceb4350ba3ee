/**
 * Scrapes many pages (goal R3), and compares the memory of the process tree at the end with that after a tenth of
 * them. Each scrape is of a different page, in all text formats.
 * Usage: bun tests/bench/scrape-soak.ts [scrapes] [folder of .html or .html.zst files]
 */
import { startWeir } from '../weir.ts'
import { asStarted, isAsStarted } from './as-started.ts'
import { table } from './figures.ts'
import { memoryOf } from './usage.ts'

if (!isAsStarted) {
  const again = Bun.spawn([process.execPath, ...process.argv.slice(1)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: asStarted,
  })
  process.exit(await again.exited)
}

const [scrapes = '10000', ...from] = process.argv.slice(2)
const total = Number(scrapes)
const early = Math.ceil(total / 10)
const AT_ONCE = 8
const HOSTS = '100'
const KILOBYTES = '50'
const formats = ['markdown', 'html', 'text', 'json', 'structured', 'links']
const unlimited = JSON.stringify({
  enterprise: { callsPerMinute: null, concurrent: null, burst: null, monthlyCredits: null },
})

const script = `${import.meta.dir}/crawl-site.ts`
const site = Bun.spawn([process.execPath, script, HOSTS, '0', KILOBYTES, ...from], { stdout: 'pipe' })
const { value } = await site.stdout.getReader().read()
const port = new TextDecoder().decode(value).trim()
const weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PLANS: unlimited })
const { key } = await weir.user()

let begun = 0
let failed = 0
async function scrape(until: number) {
  while (begun < until) {
    const number = ++begun
    const url = `http://127.0.0.${(number % Number(HOSTS)) + 1}:${port}/x/${number}`
    const onlyMainContent = number % 2 === 0
    const { status } = await weir.post('/v1/scrape', { url, formats, onlyMainContent, maxAge: 0 }, { key })
    if (status !== 200) failed++
  }
}
const all = (until: number) => Promise.all(Array.from({ length: AT_ONCE }, () => scrape(until)))
/** The site is a child of this process, and is not measured. */
const megabytes = () => {
  Bun.gc(true)
  return Math.round((memoryOf(process.pid) - memoryOf(site.pid)) / 1e6)
}

const started = performance.now()
await all(early)
const memoryEarly = megabytes()
await all(total)
const memoryLate = megabytes()
console.log(
  table(
    [`${total} scrapes`, ''],
    [
      ['scrapes/s', (total / ((performance.now() - started) / 1000)).toFixed(1)],
      ['MB after a tenth of them', memoryEarly],
      ['MB at the end (goal: 1.2 times that, or 30 more)', memoryLate],
      ['failed', failed],
    ],
  ),
)
await weir.close()
site.kill()
process.exit(failed > 0 || memoryLate > Math.max(1.2 * memoryEarly, memoryEarly + 30) ? 1 : 0)
