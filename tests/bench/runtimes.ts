/**
 * Compares the service on Bun and on Deno, in alternating rounds: ms to the first response; a route without work, a
 * response from the cache and a crawl of pages of 200 KB over many hosts, each as a rate and as CPU time (which
 * depends little on other processes); and peak memory of the process tree.
 * Usage: bun tests/bench/runtimes.ts [rounds] [pages]
 */
import { join } from 'node:path'
import { type Process, type runtimes, startProcess } from '../e2e/start-process.ts'
import { asStarted } from './as-started.ts'
import { median, table } from './figures.ts'
import { cpuOf, memoryOf } from './usage.ts'

const [rounds = 3, pages = 1000] = process.argv.slice(2).map(Number)
const SECONDS = 3
const HOSTS = 100
const KILOBYTES = 200

const script = join(import.meta.dir, 'crawl-site.ts')
const site = Bun.spawn([process.execPath, script, `${HOSTS}`, '0', `${KILOBYTES}`], { stdout: 'pipe' })
const { value } = await site.stdout.getReader().read()
const origin = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`

/** The rate per second, and the service's CPU microseconds for each. */
type Speed = [perSecond: number, cpu: number]

async function load(weir: Process, method: string, path: string, body = ''): Promise<Speed> {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${weir.adminKey}`,
    ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
  ]
  const { port } = new URL(weir.address)
  const before = cpuOf(weir.pid)
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'load.ts'), port, '32', `${SECONDS}`], {
    stdin: new Blob([`${head.join('\r\n')}\r\n\r\n${body}`]),
    stdout: 'pipe',
  })
  const { perSecond, failures } = JSON.parse(await new Response(child.stdout).text())
  if (failures > 0) throw new Error(`${failures} requests of ${path} failed`)
  return [perSecond, ((cpuOf(weir.pid) - before) / (perSecond * SECONDS)) * 1e6]
}

async function crawl(weir: Process): Promise<Speed> {
  const began = performance.now()
  const before = cpuOf(weir.pid)
  const options = { maxPages: pages, maxDepth: 10, maxAge: 0, sameDomain: false, formats: ['markdown', 'links'] }
  const { body } = await weir.post('/v1/crawl', { url: `${origin}/0-${pages}/0`, ...options })
  for (;;) {
    const { data } = (await weir.get(`/v1/jobs/${body.jobId}`)).body
    const seconds = (performance.now() - began) / 1000
    if (data.completedAt) return [data.completed / seconds, ((cpuOf(weir.pid) - before) / data.completed) * 1e6]
    await Bun.sleep(200)
  }
}

async function run(runtime: keyof typeof runtimes): Promise<number[]> {
  const began = performance.now()
  const enterprise = { requestsPerHour: 1e9, monthlyCredits: 1e9, callsPerMinute: null }
  const settings = {
    WEIR_PLANS: JSON.stringify({ enterprise }),
    WEIR_CONCURRENCY: '32',
    WEIR_ENGINES: 'lightweight',
    WEIR_EGRESS_ALLOW: '127.0.0.0/8',
  }
  const weir = await startProcess({ runtime, settings: { ...asStarted, ...settings } })
  await weir.get('/health')
  const ready = performance.now() - began
  let memory = 0
  const timer = setInterval(() => {
    memory = Math.max(memory, memoryOf(weir.pid))
  }, 300)
  const body = { url: `${origin}/cached/0`, formats: ['markdown'], onlyMainContent: true }
  await weir.post('/v1/scrape', body)
  const validate = await load(weir, 'GET', '/v1/auth/validate')
  const cached = await load(weir, 'POST', '/v1/scrape', JSON.stringify(body))
  const crawled = await crawl(weir)
  clearInterval(timer)
  await weir.stop()
  return [ready, ...validate, ...cached, ...crawled, memory / 2 ** 20]
}

const figures: Record<keyof typeof runtimes, number[][]> = { Bun: [], Deno: [] }
try {
  for (let round = 0; round < rounds; round++)
    for (const runtime of ['Bun', 'Deno'] as const) figures[runtime].push(await run(runtime))
} finally {
  site.kill()
}
console.log(
  table(
    ['', 'start ms', 'validate/s', 'µs', 'cached scrape/s', 'µs', 'crawled pages/s', 'µs', 'MiB'],
    Object.entries(figures).map(([name, list]) => [
      name,
      ...list[0]!.map((_, i) => Math.round(median(list.map((row) => row[i]!)))),
    ]),
  ),
)
