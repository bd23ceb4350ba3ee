/**
 * Measures a tenant's ordinary scrapes beside ten hostile tenants, who scrape the twenty worst constructions without
 * a pause, and then beside a crawl of a hostile site of 1,000 pages. Goals: p50 and p95 are at most twice those of an
 * idle service, no request is lost, memory is stable, no restart. Exits with 1 if a goal is missed. Usage: bun
 * tests/bench/hostile-tenants.ts [minutes of the tenants] [most minutes of the crawl] [times the smallest size]
 */
import { asStarted } from './as-started.ts'
import { serve, startSite } from './constructions/served.ts'
import { worstConstructions } from './constructions/worst.ts'
import { table } from './figures.ts'
import type { HarmTask } from './hostile-tenants/harm.ts'

const [minutes = 10, crawlMinutes = 5, times = 16] = process.argv.slice(2).map(Number)
const TENANTS = 10
const CRAWLED = 1000
const formats = ['markdown', 'html', 'text', 'json', 'structured', 'links']
/** Ms between two ordinary scrapes. */
const PAUSE = 50
/** Ordinary scrapes that measure the idle service. */
const IDLE = 100
interface Suffered {
  work: string
  latencies: number[]
  lost: string[]
  memory: number[]
  /** The number of the other tenants' requests by status. */
  others: Map<number, number>
}

const served = await serve()
/** Separate from the hostile site, which sends megabytes. */
const goodSite = await startSite()
const paths = worstConstructions.map(
  ({ group, index, construction }) => `/${encodeURIComponent(group)}/${index}/${Math.ceil(construction.count * times)}`,
)
const on = (tenant: number, path: string) => `http://127.0.0.${tenant + 2}:${served.sitePort}${path}`

async function user(name: string): Promise<string> {
  const [email, password] = [`${name}@example.com`, 'correct horse battery']
  await served.call('POST', '/v1/admin/users', { email, password, plan: 'enterprise' })
  const { text } = await served.call('POST', '/v1/auth/login', { email, password }, '')
  const session = JSON.parse(text).data.token
  const { text: made } = await served.call('POST', '/v1/auth/api-keys', { name }, session)
  return JSON.parse(made).data.key
}

/** Sites are usually on other machines, so they yield the CPU to the service and to the measurement. */
const beside = (program: string, argument: string) =>
  Bun.spawn(['nice', process.execPath, `${import.meta.dir}/hostile-tenants/${program}.ts`, argument], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: asStarted,
  })

/** The current phase. */
let now: Suffered | undefined
const memoryWatch = beside('memory-watch', `${served.pid}`)
const watching = (async () => {
  for await (const bytes of memoryWatch.stdout) now?.memory.push(Number.parseInt(new TextDecoder().decode(bytes), 10))
})()

let asked = 0
/** Scrapes an ordinary page repeatedly, until told to stop. */
async function suffer(work: string, key: string, until: () => boolean): Promise<Suffered> {
  const suffered: Suffered = { work, latencies: [], lost: [], memory: [], others: new Map() }
  now = suffered
  while (!until()) {
    const begun = performance.now()
    const url = `${goodSite.origin}/good/${++asked}`
    const answer = await served
      .call('POST', '/v1/scrape', { url, formats, maxAge: 0 }, key)
      .catch((error) => ({ status: 0, text: String(error) }))
    if (answer.status === 200) suffered.latencies.push(performance.now() - begun)
    else suffered.lost.push(`${answer.status} ${answer.text.slice(0, 200)}`)
    await Bun.sleep(PAUSE)
  }
  suffered.memory.push(served.memory())
  return suffered
}

const idleFor = (key: string, work: string) => {
  const end = asked + IDLE
  return suffer(work, key, () => asked >= end)
}

async function besideTenants(good: string, hostile: readonly string[]): Promise<Suffered> {
  const end = Date.now() + minutes * 60_000
  const until = () => Date.now() >= end || !served.isAlive()
  const pages = hostile.map((_, tenant) => paths.map((path) => on(tenant, path)))
  const task: HarmTask = { origin: served.origin, keys: hostile, pages, formats }
  const harm = beside('harm', JSON.stringify(task))
  const suffered = await suffer('ten hostile tenants', good, until)
  harm.stdin.end()
  return { ...suffered, others: new Map(JSON.parse(await new Response(harm.stdout).text())) }
}

async function besideCrawl(good: string, hostile: string): Promise<Suffered> {
  const start = `${on(TENANTS, paths[0]!)}`
  const crawl = { url: start, maxPages: CRAWLED, maxDepth: 5, maxAge: 0, formats }
  const { jobId } = JSON.parse((await served.call('POST', '/v1/crawl', crawl, hostile)).text)
  const end = Date.now() + crawlMinutes * 60_000
  let isOver = false
  const watch = setInterval(async () => {
    const { text } = await served.call('GET', `/v1/jobs/${jobId}`, undefined, hostile).catch(() => ({ text: '{}' }))
    isOver = /"status": ?"(completed|failed|cancelled)"/.test(text)
  }, 1000)
  const suffered = await suffer(
    'a crawl of a hostile site',
    good,
    () => isOver || Date.now() >= end || !served.isAlive(),
  )
  clearInterval(watch)
  await served.call('DELETE', `/v1/jobs/${jobId}`, undefined, hostile).catch(() => {})
  return suffered
}

const good = await user('good')
const hostile = await Promise.all(Array.from({ length: TENANTS }, (_, i) => user(`hostile-${i}`)))
await idleFor(good, 'warming')
const all: Suffered[] = [await idleFor(good, 'idle')]
all.push(await besideTenants(good, hostile))
all.push(await idleFor(good, 'idle again'))
all.push(await besideCrawl(good, hostile[0]!))
const isAlive = served.isAlive()
served.close()
goodSite.close()
await watching

const at = (latencies: readonly number[], share: number) =>
  latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * share)] ?? Number.POSITIVE_INFINITY
const [p50, p95] = [at(all[0]!.latencies, 0.5), at(all[0]!.latencies, 0.95)]
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
/** Whether the peak of the last third is near that of the third before it. */
const isFlat = ({ memory }: Suffered) => {
  const third = Math.ceil(memory.length / 3)
  const [middle, last] = [Math.max(...memory.slice(third, -third)), Math.max(...memory.slice(-third))]
  return memory.length < 6 || last < Math.max(1.2 * middle, middle + 64 * 2 ** 20)
}
const missed = all.flatMap((suffered: Suffered) => {
  const { work, latencies, lost } = suffered
  return [
    ...(at(latencies, 0.5) > 2 * p50 ? [`${work}: p50 is more than twice`] : []),
    ...(at(latencies, 0.95) > 2 * p95 ? [`${work}: p95 is more than twice`] : []),
    ...(lost.length > 0 ? [`${work}: ${lost.length} lost, the first ${lost[0]}`] : []),
    ...(isFlat(suffered) ? [] : [`${work}: memory grows`]),
  ]
})
if (!isAlive) missed.push('The server ended')
console.log(
  table(
    [
      'a good scrape, ms',
      'scrapes',
      'p50',
      'p95',
      'times p50',
      'times p95',
      'longest',
      'lost',
      'MB at most',
      'MB at the end',
      'others by status',
    ],
    all.map(({ work, latencies, lost, memory, others }) => [
      work,
      latencies.length,
      at(latencies, 0.5).toFixed(0),
      at(latencies, 0.95).toFixed(0),
      (at(latencies, 0.5) / p50).toFixed(2),
      (at(latencies, 0.95) / p95).toFixed(2),
      Math.max(...latencies).toFixed(0),
      lost.length,
      megabytes(Math.max(...memory)),
      megabytes(memory.at(-1)!),
      [...others].map(([status, count]) => `${status}: ${count}`).join(' '),
    ]),
  ),
)
console.log(missed.join('\n'))
process.exit(missed.length > 0 ? 1 : 0)
