/**
 * What a single scrape suffers beside ten jobs of 100 URLs of another account (goal R4): p50 and p95 at most twice those of an
 * idle service, of a page that takes 50 ms. Usage: bun tests/bench/fairness.ts [rounds] [kilobytes of a page]
 */
import { startWeir } from '../weir.ts'
import { median, table } from './figures.ts'

const rounds = Number(process.argv[2] ?? 5)
const kilobytes = Number(process.argv[3] ?? 50)
const SCRAPES = 30
const unlimited = JSON.stringify({
  enterprise: { callsPerMinute: null, concurrent: null, burst: null, monthlyCredits: null },
})
const site = Bun.spawn([process.execPath, `${import.meta.dir}/slow-site.ts`, '50', `${kilobytes}`], { stdout: 'pipe' })
const { value } = await site.stdout.getReader().read()
const origin = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`
const weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PLANS: unlimited })
const [many, one] = [await weir.user(), await weir.user()]

let asked = 0
async function scrapes() {
  const times: number[] = []
  for (let i = 0; i < SCRAPES; i++) {
    const begun = performance.now()
    const answer = await weir.post('/v1/scrape', { url: `${origin}/${++asked}`, maxAge: 0 }, { key: one.key })
    if (answer.status !== 200) throw new Error(answer.text)
    times.push(performance.now() - begun)
    await Bun.sleep(10)
  }
  times.sort((a, b) => a - b)
  return { p50: times[SCRAPES >> 1]!, p95: times[Math.floor(SCRAPES * 0.95)]! }
}

await scrapes()
const figures: { idle: { p50: number; p95: number }; beside: { p50: number; p95: number }; pages: number }[] = []
for (let round = 0; round < rounds; round++) {
  const idle = await scrapes()
  const jobs: string[] = []
  for (let job = 0; job < 10; job++) {
    const urls = Array.from({ length: 100 }, () => `${origin}/${++asked}`)
    const { body } = await weir.post('/v1/scrape', { urls, maxAge: 0, concurrency: 10 }, { key: many.key })
    jobs.push(body.data.jobId)
  }
  const begun = performance.now()
  const beside = await scrapes()
  const seconds = (performance.now() - begun) / 1000
  let pages = 0
  for (const id of jobs) {
    const { body } = await weir.call('DELETE', `/v1/jobs/${id}`, undefined, { key: many.key })
    pages += body.data.completed
  }
  figures.push({ idle, beside, pages: pages / seconds })
  await Bun.sleep(500)
}
const of = (when: 'idle' | 'beside', name: 'p50' | 'p95') =>
  Math.round(median(figures.map((figure) => figure[when][name])))
const ratio = (name: 'p50' | 'p95') =>
  Math.round(median(figures.map(({ idle, beside }) => beside[name] / idle[name])) * 100) / 100
console.log(
  table(
    [`a scrape of ${kilobytes} KB, ms`, 'p50', 'p95'],
    [
      ['idle', of('idle', 'p50'), of('idle', 'p95')],
      ['beside ten jobs', of('beside', 'p50'), of('beside', 'p95')],
      ['ratio', ratio('p50'), ratio('p95')],
      ['pages/s of the jobs', Math.round(median(figures.map(({ pages }) => pages))), ''],
    ],
  ),
)
await weir.close()
site.kill()
process.exit(0)
