/**
 * Restarts and freezes Postgres in the middle of a crawl by three machines (threats F7 and F8), and measures the
 * API's responses meanwhile and the time until the crawl continues. Usage: bun tests/bench/machines-outage.ts [pages]
 */
import { type Machine, startMachines } from '../e2e/machines/machine.ts'
import { crawlOf, serveTangle } from '../plugins/crawl/tangle.ts'
import { startPostgres } from '../postgres.ts'
import { table } from './figures.ts'

const count = Number(process.argv[2] ?? 400)
/** Milliseconds for which Postgres is unavailable. */
const OUTAGE = 8_000

const postgres = await startPostgres()
const tangle = serveTangle(count)
const rows: (string | number)[][] = []

/** Sends a request every 100 ms; returns the slowest time and the number of responses by status. */
async function ask(api: Machine, path: string, until: () => boolean) {
  const statuses = new Map<number, number>()
  let slowest = 0
  while (!until()) {
    const begun = performance.now()
    const { status } = await api.request(path)
    slowest = Math.max(slowest, performance.now() - begun)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    await Bun.sleep(100)
  }
  return { slowest: Math.round(slowest), statuses: [...statuses].map(([one, times]) => `${one}: ${times}`).join(', ') }
}

{
  const commands = [['serve', '--no-work'], ['work'], ['work']]
  await using world = await startMachines(await postgres.createDatabase(), commands)
  const [api] = world.machines
  const { jobId } = (await api!.call('POST', '/v1/crawl', crawlOf(tangle, count))).body
  const path = `/v1/jobs/${jobId}`
  const progress = async () => (await api!.call('GET', path)).body.data
  for (const [name, begin, end] of [
    ['restarted', () => postgres.kill(), () => postgres.start()],
    ['frozen', async () => postgres.freeze(), async () => postgres.thaw()],
  ] as const) {
    const before = (await progress()).completed
    while ((await progress()).completed < before + 20) await Bun.sleep(100)
    await begin()
    let over = false
    const asked = ask(api!, path, () => over)
    await Bun.sleep(OUTAGE)
    over = true
    const { slowest, statuses } = await asked
    const at = tangle.asked.length
    await end()
    const back = performance.now()
    while (tangle.asked.length <= at + 5) await Bun.sleep(50)
    rows.push([name, statuses, slowest, Math.round(performance.now() - back)])
  }
  let job = await progress()
  while (job.completedAt === null) {
    await Bun.sleep(300)
    job = await progress()
  }
  const pages = tangle.reachable.length - tangle.failing.length
  rows.push(['the crawl', job.status, `${job.completed} of ${pages} pages`, `${job.creditsUsed} credits`])
  for (const { said } of world.machines)
    if (/unhandled|uncaught|stray/i.test(said())) rows.push(['a stray failure', said().slice(-300), '', ''])
}
await tangle.stop()
await postgres.close()
console.log(table(['Postgres', 'answers', 'slowest, ms', 'goes on after, ms'], rows))
