/**
 * Measures delays between machines on one Postgres: from an event of a job until a machine that does not run the job
 * streams it, compared with the one that does; and from the kill of a machine until another begins its items again
 * (goal R1: within 35 s) and has completed them. Usage: bun tests/bench/machines-delay.ts [kills]
 */
import { type Machine, startMachines } from '../e2e/machines/machine.ts'
import { closePostgres, createDatabase } from '../postgres.ts'
import { median, table } from './figures.ts'

const kills = Number(process.argv[2] ?? 3)
/** Pages of a job: the most that one may list. */
const PAGES = 100
/** Jobs at each kill: enough for the other machine to have some, too. */
const JOBS = 4
/** Milliseconds that a page takes. */
const LATENCY = 200

/** Called with each page that is requested. */
let asked = (_path: string) => {}
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch({ url }) {
    if (url.endsWith('/robots.txt')) return new Response('', { status: 404 })
    asked(url)
    await Bun.sleep(LATENCY)
    return new Response(`<title>Page</title><p>${url}`, { headers: { 'content-type': 'text/html' } })
  },
})

async function startBatch(machine: Machine): Promise<string> {
  const urls = Array.from({ length: PAGES }, (_, i) => `${site.url.origin}/${i}?${crypto.randomUUID()}`)
  const { status, body } = await machine.call('POST', '/v1/batch', { urls, delayBetweenRequests: 0 })
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body.jobId
}

/** The time at which each event of a job arrived, by its id. */
async function follow(machine: Machine, jobId: string): Promise<Map<string, number>> {
  const { body } = await machine.request(`/v1/jobs/${jobId}/stream`)
  const times = new Map<string, number>()
  let text = ''
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    const at = performance.now()
    text += chunk
    const end = text.lastIndexOf('\n\n')
    for (const [, id] of text.slice(0, Math.max(0, end)).matchAll(/^id: (\S+)$/gm)) times.set(id!, at)
    if (end >= 0) text = text.slice(end)
  }
  return times
}

async function measureEvents() {
  await using world = await startMachines(await createDatabase(), [['serve'], ['serve', '--no-work']])
  const [works, other] = world.machines as [Machine, Machine]
  const jobId = await startBatch(works)
  const [own, told] = await Promise.all([follow(works, jobId), follow(other, jobId)])
  return [...told].map(([id, at]) => at - own.get(id)!)
}

/**
 * Seconds from a kill until another machine begins the interrupted items again, and until all items are completed.
 */
async function measureKill(): Promise<[again: string, done: string]> {
  await using world = await startMachines(await createDatabase(), [['serve', '--no-work'], ['work'], ['work']])
  const [api, first] = world.machines as [Machine, Machine]
  const known = new Set<string>()
  let again: number | undefined
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  asked = (path) => {
    if (known.has(path)) again ??= performance.now()
    known.add(path)
    if (known.size === PAGES) resolve()
  }
  const jobs = await Promise.all(Array.from({ length: JOBS }, () => startBatch(api)))
  await begun
  await first.kill()
  const killed = performance.now()
  await Promise.all(jobs.map((jobId) => follow(api, jobId)))
  const seconds = (at: number) => ((at - killed) / 1000).toFixed(1)
  for (const jobId of jobs) {
    const { body } = await api.call('GET', `/v1/jobs/${jobId}`)
    if (body.data.completed !== PAGES) throw new Error(JSON.stringify(body.data))
  }
  return [again === undefined ? 'none was under way' : seconds(again), seconds(performance.now())]
}

const delays = await measureEvents()
console.log(
  table(
    ['later on the other machine', 'events', 'median ms', 'most ms'],
    [['event', delays.length, median(delays).toFixed(1), Math.max(...delays).toFixed(1)]],
  ),
)
const rows: string[][] = []
for (let i = 1; i <= kills; i++) rows.push([`kill ${i}`, ...(await measureKill())])
console.log(table(['a machine is killed', 's until another begins again', 'until all is done'], rows))
site.stop(true)
await closePostgres()
process.exit(0)
