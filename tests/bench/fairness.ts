/**
 * Measures how much work of another account slows down single scrapes of a page that takes 50 ms (goal R4). Beside
 * ten jobs of 100 URLs, and beside a crawl of 1,000 pages over many hosts, p50 and p95 are at most twice those of an
 * idle service. Beside a job on hostile sites, p95 is at most 1.5 times, and the event loop is blocked for less than
 * 50 ms, p99 (threats L5). Usage: bun tests/bench/fairness.ts [rounds] [kilobytes of a page]
 */
import { startWeir } from '../weir.ts'
import { median, table } from './figures.ts'

const rounds = Number(process.argv[2] ?? 5)
const kilobytes = process.argv[3] ?? '50'
const SCRAPES = 30
const HOSTS = '100'
/** Ms between two samples of the event loop. */
const LOOK = 10
const unlimited = JSON.stringify({
  enterprise: { callsPerMinute: null, concurrent: null, burst: null, monthlyCredits: null },
})

async function serve(script: string, ...settings: string[]) {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/${script}`, ...settings], { stdout: 'pipe' })
  const { value } = await child.stdout.getReader().read()
  return { child, origin: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}` }
}
const slow = await serve('slow-site.ts', '50', kilobytes)
const hostile = await serve('hostile-site.ts')
const linked = await serve('crawl-site.ts', HOSTS, '50', kilobytes)
const weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PLANS: unlimited })
const [many, one] = [await weir.user(), await weir.user()]

let asked = 0
async function scrapes() {
  const times: number[] = []
  for (let i = 0; i < SCRAPES; i++) {
    const begun = performance.now()
    const answer = await weir.post('/v1/scrape', { url: `${slow.origin}/${++asked}`, maxAge: 0 }, { key: one.key })
    if (answer.status !== 200) throw new Error(answer.text)
    times.push(performance.now() - begun)
    await Bun.sleep(10)
  }
  times.sort((a, b) => a - b)
  return { p50: times[SCRAPES >> 1]!, p95: times[Math.floor(SCRAPES * 0.95)]! }
}

/** Starts work of the other account, and returns the ids of its jobs. */
const works: Record<string, () => Promise<string[]>> = {
  async 'ten jobs'() {
    const jobs: string[] = []
    for (let job = 0; job < 10; job++) {
      const urls = Array.from({ length: 100 }, () => `${slow.origin}/${++asked}`)
      const { body } = await weir.post('/v1/scrape', { urls, maxAge: 0, concurrency: 10 }, { key: many.key })
      jobs.push(body.data.jobId)
    }
    return jobs
  },
  async 'a crawl'() {
    const url = `${linked.origin}/r${++asked}/0`
    const crawl = { url, maxPages: 1000, maxDepth: 10, maxAge: 0, sameDomain: false }
    const { body } = await weir.post('/v1/crawl', crawl, { key: many.key })
    // Until it has started on all hosts.
    await Bun.sleep(1000)
    return [body.jobId]
  },
  async 'hostile sites'() {
    const port = new URL(hostile.origin).port
    const urls = Array.from({ length: 100 }, (_, i) => `http://127.0.0.${(i % 50) + 2}:${port}/${++asked}`)
    const { body } = await weir.post('/v1/scrape', { urls, maxAge: 0, concurrency: 10 }, { key: many.key })
    return [body.data.jobId]
  },
}

/** How long the event loop was blocked, in ms, at each sample while something ran. */
async function held<T>(work: () => Promise<T>) {
  const holds: number[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    holds.push(now - last - LOOK)
    last = now
  }, LOOK)
  const result = await work()
  clearInterval(timer)
  holds.sort((a, b) => a - b)
  return { result, hold: holds[Math.floor(holds.length * 0.99)] ?? 0 }
}

type Times = Awaited<ReturnType<typeof scrapes>>
const figures: { work: string; idle: Times; beside: Times; rate: number; hold: number }[] = []
await scrapes()
for (let round = 0; round < rounds; round++) {
  for (const [work, start] of Object.entries(works)) {
    const idle = await scrapes()
    const jobs = await start()
    const completed = async () => {
      let sum = 0
      for (const id of jobs) sum += (await weir.get(`/v1/jobs/${id}`, { key: many.key })).body.data.completed
      return sum
    }
    const before = await completed()
    const begun = performance.now()
    const { result: beside, hold } = await held(scrapes)
    const rate = ((await completed()) - before) / ((performance.now() - begun) / 1000)
    for (const id of jobs) await weir.call('DELETE', `/v1/jobs/${id}`, undefined, { key: many.key })
    figures.push({ work, idle, beside, rate, hold })
    await Bun.sleep(500)
  }
}
const rows = Object.keys(works).flatMap((work) => {
  const own = figures.filter((figure) => figure.work === work)
  const of = (when: 'idle' | 'beside', name: 'p50' | 'p95') =>
    median(own.map((figure) => figure[when][name])).toFixed(0)
  const middle = (name: 'rate' | 'hold') => median(own.map((figure) => figure[name])).toFixed(0)
  const ratio = (name: 'p50' | 'p95') => median(own.map(({ idle, beside }) => beside[name] / idle[name])).toFixed(2)
  return [
    [`idle, before ${work}`, of('idle', 'p50'), of('idle', 'p95'), '', ''],
    [`beside ${work}`, of('beside', 'p50'), of('beside', 'p95'), middle('rate'), middle('hold')],
    ['ratio', ratio('p50'), ratio('p95'), '', ''],
  ]
})
console.log(table([`a scrape of ${kilobytes} KB, ms`, 'p50', 'p95', 'pages/s of the other', 'loop held p99'], rows))
await weir.close()
for (const { child } of [slow, hostile, linked]) child.kill()
process.exit(0)
