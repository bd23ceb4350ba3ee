/**
 * A crawl of 2,000 pages over many hosts (goal P2): pages a second, CPU ms a page and memory, each page with its markdown,
 * links and metadata stored. Two crawls of 1,000 pages at once, as one may have no more.
 * Usage: bun tests/bench/crawl.ts [rounds] [ms latency] [folder of .html or .html.zst files]
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startWeir } from '../weir.ts'
import { median } from './figures.ts'

const [rounds = '3', latency = '0', ...folder] = process.argv.slice(2)
const HOSTS = 100
const PAGES = 1000
const KILOBYTES = 200
const TREES = 2

const child = spawn(
  process.execPath,
  [join(import.meta.dir, 'crawl-site.ts'), `${HOSTS}`, latency, `${KILOBYTES}`, ...folder],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const port = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data).trim())))

const rates: number[] = []
const costs: number[] = []
try {
  const weir = await startWeir({ WEIR_CONCURRENCY: '32' })
  for (let round = 0; round < Number(rounds); round++) {
    const began = performance.now()
    const cpu = process.cpuUsage()
    const ids: string[] = []
    for (let tree = 0; tree < TREES; tree++) {
      const { body } = await weir.post('/v1/crawl', {
        url: `http://127.0.0.1:${port}/r${round}t${tree}/0`,
        maxPages: PAGES,
        maxDepth: 10,
        maxAge: 0,
        sameDomain: false,
        formats: ['markdown', 'links'],
      })
      ids.push(body.jobId)
    }
    const jobs = []
    for (const id of ids) {
      let job = (await weir.get(`/v1/jobs/${id}`)).body.data
      for (; !job.completedAt; job = (await weir.get(`/v1/jobs/${id}`)).body.data) await Bun.sleep(100)
      jobs.push(job)
    }
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(cpu)
    const done = jobs.reduce((sum, { completed }) => sum + completed, 0)
    rates.push(done / seconds)
    costs.push((user + system) / 1000 / done)
    const memory = Math.round(process.memoryUsage().rss / 1e6)
    console.log(
      `${done} of ${TREES * PAGES} pages: ${rates.at(-1)!.toFixed(0)}/s, ${costs.at(-1)!.toFixed(2)} ms CPU a page, ${memory} MB`,
    )
  }
  await weir.close()
} finally {
  child.kill()
}
console.log(`median: ${median(rates).toFixed(0)} pages/s, ${median(costs).toFixed(2)} ms CPU a page`)
