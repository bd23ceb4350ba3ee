/**
 * Kills any of three machines on one Postgres with SIGKILL at random moments (goal R1): each crawl must fetch every
 * page once, and be charged exactly. Usage: bun tests/bench/machines-crash.ts [kills] [pages of a crawl]
 */
import { sql } from 'kysely'
import { openPostgresStore } from '../../core/store/postgres/open.ts'
import { crawlWithKills } from '../e2e/machines/crawl-with-kills.ts'
import { startMachines } from '../e2e/machines/machine.ts'
import { serveTangle } from '../plugins/crawl/tangle.ts'
import { closePostgres, createDatabase } from '../postgres.ts'
import { table } from './figures.ts'

const kills = Number(process.argv[2] ?? 200)
const count = Number(process.argv[3] ?? 1000)
/** The most milliseconds that a machine runs once it is ready. */
const LIFE = 3000
const databaseUrl = await createDatabase()
const breaches: string[] = []
const jobs: string[] = []
let killed = 0
{
  await using world = await startMachines(databaseUrl, [['serve'], ['serve'], ['work']])
  while (killed < kills) {
    const site = serveTangle(count)
    const round = await crawlWithKills(world.machines, site, { count, kills: kills - killed, life: LIFE })
    await site.stop()
    const pages = site.reachable.length - site.failing.length
    const wanted = {
      status: 'completed',
      pages,
      failed: site.failing.length,
      creditsUsed: pages,
      twice: [],
      gaps: 0,
    }
    const [had, should] = [JSON.stringify(round.crawled), JSON.stringify(wanted)]
    if (had !== should) breaches.push(`crawl ${jobs.length}: ${had}, not ${should}`)
    killed += round.killed
    jobs.push(round.jobId)
    console.log(`${killed} kills, ${jobs.length} crawls, ${breaches.length} breaches`)
  }
}
const store = await openPostgresStore({ url: databaseUrl })
const { rows } = await sql<{ hold: string; sum: number; count: number }>`
  select hold, -sum(amount) as sum, count(*) as count from ledger where kind = 'charge' group by hold`.execute(
  store.db(),
)
const again = await sql<{ count: number }>`select count(*) as count from job_items where attempt > 1`.execute(
  store.db(),
)
const pagesOf = await sql<{
  id: string
  succeeded: number
  used: number
}>`select id, succeeded, used from jobs`.execute(store.db())
for (const { id, succeeded, used } of pagesOf.rows) {
  const charged = rows.find(({ hold }) => hold === id)
  if (charged?.count !== succeeded || charged.sum !== used)
    breaches.push(`${id}: ${charged?.count} charges of ${charged?.sum} for ${succeeded} pages of ${used}`)
}
if (pagesOf.rows.length !== jobs.length) breaches.push(`${pagesOf.rows.length} jobs, ${jobs.length} were accepted`)
await store.close()
await closePostgres()
console.log(
  table(
    [`${count} pages, three machines on Postgres, kill -9`, ''],
    [
      ['kills', killed],
      ['crawls', jobs.length],
      ['items begun again', again.rows[0]!.count],
      ['breaches', breaches.length],
    ],
  ),
)
for (const breach of breaches) console.log(breach.slice(0, 500))
process.exit(breaches.length > 0 ? 1 : 0)
