/**
 * Measures pages per second of one machine and of three on one Postgres, over 30 hosts that take 200 ms for a page,
 * and of three that crawl few hosts with more concurrent items than the hosts allow. Fails if one of these hosts had
 * more concurrent requests than its gate allows (threats L11).
 * Usage: bun tests/bench/machines-speed.ts [pages] [rounds] [items at once]
 */
import { MAX_PARALLEL } from '../../core/politeness/host-policies.ts'
import { type Machine, startMachines } from '../e2e/machines/machine.ts'
import { closePostgres, createDatabase } from '../postgres.ts'
import { median, table } from './figures.ts'

const HOSTS = 30
/** Few enough for their gates to limit three machines. */
const FEW_HOSTS = 2
const LATENCY = 200
/** URLs of one batch. */
const BATCH = 100
const pages = Number(process.argv[2] ?? 600)
const rounds = Number(process.argv[3] ?? 3)
/** For each machine: fewer than the hosts and the CPUs allow, so that waiting is the limit. */
const concurrency = Number(process.argv[4] ?? 4)

/** Requests in progress at each host. */
const atOnce = new Map<string, number>()
let most = 0
const hostOf = (i: number, hosts: number): string => `http://127.0.1.${(i % hosts) + 1}:${site.port}`
const site = Bun.serve({
  port: 0,
  hostname: '0.0.0.0',
  async fetch({ url }) {
    const { hostname, pathname } = new URL(url)
    if (pathname === '/robots.txt' || pathname === '/sitemap.xml') return new Response('', { status: 404 })
    atOnce.set(hostname, (atOnce.get(hostname) ?? 0) + 1)
    most = Math.max(most, atOnce.get(hostname)!)
    await Bun.sleep(LATENCY)
    atOnce.set(hostname, atOnce.get(hostname)! - 1)
    const links = pathname === '/all' ? Array.from({ length: pages }, (_, i) => `${hostOf(i, FEW_HOSTS)}/${i}`) : []
    const text = links.map((link) => `<a href="${link}">${link}</a>`).join(' ')
    return new Response(`<title>${pathname}</title><p>A page with some words ${text}`, {
      headers: { 'content-type': 'text/html' },
    })
  },
})

async function startJob(api: Machine, path: string, asked: object): Promise<string> {
  const { status, body } = await api.call('POST', path, { ...asked, maxAge: 0 })
  if (status !== 202) throw new Error(JSON.stringify(body))
  return body.jobId
}

/** Waits for jobs to end, and checks their numbers of pages. */
async function awaitEnds(api: Machine, jobs: readonly string[], wanted: number) {
  let completed = 0
  for (const jobId of jobs) {
    let job: { completedAt: string | null; completed: number }
    do {
      await Bun.sleep(100)
      job = (await api.call('GET', `/v1/jobs/${jobId}`)).body.data
    } while (job.completedAt === null)
    completed += job.completed
  }
  if (completed !== wanted) throw new Error(`${completed} of ${wanted} pages`)
}

let made = 0
/** Fetches all pages by batches of their URLs, from many hosts. */
async function list(api: Machine) {
  const urls = Array.from({ length: pages }, (_, i) => `${hostOf(i, HOSTS)}/${made++}`)
  const batches: string[] = []
  for (let at = 0; at < pages; at += BATCH)
    batches.push(
      await startJob(api, '/v1/batch', {
        urls: urls.slice(at, at + BATCH),
        concurrency: 10,
        delayBetweenRequests: 0,
      }),
    )
  await awaitEnds(api, batches, pages)
}

/** Fetches all pages by a crawl, from few hosts: unlike listed URLs, they are fetched at the pace of their host. */
async function crawl(api: Machine) {
  const asked = { url: `${hostOf(0, FEW_HOSTS)}/all`, maxPages: pages + 1, sameDomain: false }
  await awaitEnds(api, [await startJob(api, '/v1/crawl', asked)], pages + 1)
}

/** Pages per second, and the most concurrent requests of a host. */
async function measure(machines: number, concurrency: number, work: (api: Machine) => Promise<void>) {
  const commands = [['serve'], ...Array.from({ length: machines - 1 }, () => ['work'])]
  const settings = { WEIR_CONCURRENCY: `${concurrency}` }
  await using world = await startMachines(await createDatabase(), commands, settings)
  const [api] = world.machines
  most = 0
  const found: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const begun = performance.now()
    await work(api!)
    // The first round is a warm-up.
    if (round > 0) found.push((pages / (performance.now() - begun)) * 1000)
  }
  return { speed: median(found), most }
}

const one = await measure(1, concurrency, list)
const three = await measure(3, concurrency, list)
const crowd = await measure(3, 2 * MAX_PARALLEL, crawl)
console.log(
  table(
    [`${pages} pages, ${LATENCY} ms, ${concurrency} at once`, 'pages/s', 'most at once of a host'],
    [
      [`one machine, ${HOSTS} hosts`, one.speed.toFixed(1), one.most],
      [`three machines, ${HOSTS} hosts`, three.speed.toFixed(1), three.most],
      ['ratio', (three.speed / one.speed).toFixed(2), ''],
      [
        `three machines that crawl ${FEW_HOSTS} hosts, ${2 * MAX_PARALLEL} at once each`,
        crowd.speed.toFixed(1),
        crowd.most,
      ],
    ],
  ),
)
site.stop(true)
await closePostgres()
if (crowd.most > MAX_PARALLEL) {
  console.log(`A host bears ${MAX_PARALLEL} requests at once`)
  process.exit(1)
}
