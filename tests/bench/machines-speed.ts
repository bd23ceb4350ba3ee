/**
 * Pages a second of one machine and of three on one Postgres, over 30 hosts that take 200 ms for a page, with what
 * each host saw at once (threats L11). Usage: bun tests/bench/machines-speed.ts [pages] [rounds] [items at once]
 */
import { startMachines } from '../e2e/machines/machine.ts'
import { closePostgres, createDatabase } from '../postgres.ts'
import { median, table } from './figures.ts'

const HOSTS = 30
const LATENCY = 200
/** Addresses of one batch. */
const BATCH = 100
const pages = Number(process.argv[2] ?? 600)
const rounds = Number(process.argv[3] ?? 3)
/** Of each machine: fewer than the hosts bear, so that the machine is what limits it. */
const concurrency = process.argv[4] ?? '8'

const atOnce = new Map<string, number>()
let most = 0
const site = Bun.serve({
  port: 0,
  hostname: '0.0.0.0',
  async fetch({ url }) {
    const { hostname, pathname } = new URL(url)
    if (pathname === '/robots.txt') return new Response('', { status: 404 })
    const now = (atOnce.get(hostname) ?? 0) + 1
    atOnce.set(hostname, now)
    most = Math.max(most, now)
    await Bun.sleep(LATENCY)
    atOnce.set(hostname, now - 1)
    return new Response(`<title>${pathname}</title><p>A page with some words`, {
      headers: { 'content-type': 'text/html' },
    })
  },
})

let made = 0
/** Pages a second of a batch, from its acceptance to its end. */
async function measure(machines: number): Promise<number[]> {
  const commands = [['serve'], ...Array.from({ length: machines - 1 }, () => ['work'])]
  await using world = await startMachines(await createDatabase(), commands, { WEIR_CONCURRENCY: concurrency })
  const [api] = world.machines
  const found: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const urls = Array.from({ length: pages }, (_, i) => `http://127.0.1.${(i % HOSTS) + 1}:${site.port}/${made++}`)
    const begun = performance.now()
    const batches: string[] = []
    for (let at = 0; at < pages; at += BATCH) {
      const { status, body } = await api!.call('POST', '/v1/batch', {
        urls: urls.slice(at, at + BATCH),
        concurrency: 10,
        delayBetweenRequests: 0,
        maxAge: 0,
      })
      if (status !== 202) throw new Error(JSON.stringify(body))
      batches.push(body.jobId)
    }
    let completed = 0
    for (const jobId of batches) {
      let job: { completedAt: string | null; completed: number }
      do {
        await Bun.sleep(100)
        job = (await api!.call('GET', `/v1/jobs/${jobId}`)).body.data
      } while (job.completedAt === null)
      completed += job.completed
    }
    if (completed !== pages) throw new Error(`${completed} of ${pages} pages`)
    // The first warms up.
    if (round > 0) found.push((pages / (performance.now() - begun)) * 1000)
  }
  return found
}

const one = await measure(1)
const mostOfOne = most
most = 0
const three = await measure(3)
console.log(
  table(
    [`${pages} pages, ${HOSTS} hosts, ${LATENCY} ms, ${concurrency} at once`, 'pages/s', 'most at once of a host'],
    [
      ['one machine', median(one).toFixed(1), mostOfOne],
      ['three machines', median(three).toFixed(1), most],
      ['ratio', (median(three) / median(one)).toFixed(2), ''],
    ],
  ),
)
site.stop(true)
await closePostgres()
