/**
 * Measures a crawl of 100,000 pages over many hosts (goal P5): memory at the end is at most 1.2 times that after
 * 10,000 pages, or 30 MB more; pages per second at the end are at least 0.8 of those at the start. Usage: bun
 * tests/bench/crawl-large.ts [pages] [kilobytes of a page] [folder of .html files]
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startWeir } from '../weir.ts'
import { asStarted, isAsStarted } from './as-started.ts'
import { median } from './figures.ts'

if (!isAsStarted) {
  const again = Bun.spawn([process.execPath, ...process.argv.slice(1)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: asStarted,
  })
  process.exit(await again.exited)
}
const pages = Number(process.argv[2] ?? 100_000)
const [kilobytes = '4', ...folder] = process.argv.slice(3)
const STEP = pages / 10
const HOSTS = '100'

const child = spawn(process.execPath, [join(import.meta.dir, 'crawl-site.ts'), HOSTS, '0', kilobytes, ...folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const port = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data).trim())))
const plans = JSON.stringify({ enterprise: { crawlPages: null, callsPerMinute: null, monthlyCredits: null } })
const weir = await startWeir({ WEIR_CONCURRENCY: '32', WEIR_PLANS: plans })

/**
 * A row for each step: pages so far; and since the last step pages per second, CPU ms per page, and megabytes of
 * memory, as the median of samples every quarter of a second, because free memory varies.
 */
const steps: { pages: number; rate: number; cpu: number; memory: number }[] = []
try {
  const { body, text } = await weir.post('/v1/crawl', {
    url: `http://127.0.0.1:${port}/large/0`,
    maxPages: pages,
    maxDepth: 10,
    maxAge: 0,
    sameDomain: false,
  })
  if (!body.jobId) throw new Error(text)
  let looks: number[] = []
  let last = { pages: 0, at: performance.now(), cpu: process.cpuUsage() }
  for (;;) {
    const job = (await weir.get(`/v1/jobs/${body.jobId}`)).body.data
    looks.push(process.memoryUsage().rss / 1e6)
    if (job.completed - last.pages >= STEP || job.completedAt) {
      const at = performance.now()
      const { user, system } = process.cpuUsage(last.cpu)
      const done = job.completed - last.pages
      steps.push({
        pages: job.completed,
        rate: done / ((at - last.at) / 1000),
        cpu: (user + system) / 1000 / done,
        memory: median(looks),
      })
      const { rate, cpu, memory } = steps.at(-1)!
      console.log(
        `${job.completed} pages: ${rate.toFixed(0)}/s, ${cpu.toFixed(2)} ms CPU, ${memory.toFixed(0)} MB, ${Math.max(...looks).toFixed(0)} at the most`,
      )
      looks = []
      last = { pages: job.completed, at, cpu: process.cpuUsage() }
      if (job.completedAt) break
    }
    await Bun.sleep(250)
  }
  await weir.close()
} finally {
  child.kill()
}
const [first, end] = [steps[0]!, steps.at(-1)!]
console.log(
  `memory at the end: ${(end.memory / first.memory).toFixed(2)} times that after ${first.pages} pages, ${(end.memory - first.memory).toFixed(0)} MB more (goal 1.2, or 30 MB)`,
)
console.log(
  `pages/s at the end: ${(end.rate / first.rate).toFixed(2)} of those at the start (goal 0.8); CPU a page ${(end.cpu / first.cpu).toFixed(2)}`,
)
process.exit(0)
