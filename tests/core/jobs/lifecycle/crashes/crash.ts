import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { JobEvent, JobRecord } from 'weirjs'
import { isSqlite } from '../../../../store.ts'
import { openJobs } from '../../open-jobs.ts'
import { crashJob, PRICE } from './crash-job.ts'

export interface CrashReport {
  kills: number
  /** Jobs that were reported as accepted. */
  accepted: number
  /** Jobs in the store: a kill between the commit and the report leaves one more. */
  jobs: number
  items: number
  cancelled: number
  /** Items that began more than once. */
  repeated: number
  /** Invariants that are broken. */
  breaches: string[]
}

export interface CrashOptions {
  kills: number
  /** Of each job. */
  items: number
  /** A Postgres database for the store, and how many processes share it. Default: SQLite and one process. */
  databaseUrl?: string
  processes?: number
}

/** Runs processes that work on jobs until they are killed, again and again, and inspects what is left. */
export async function crash({ kills, items, databaseUrl, processes = 1 }: CrashOptions): Promise<CrashReport> {
  const first = await openJobs([crashJob], { works: false, databaseUrl })
  const { dataDir } = first
  const user = await first.addUser()
  await first.store.write(async (tx) => {
    await tx
      .db()
      .schema.createTable('test_done')
      .addColumn('job', 'text')
      .addColumn('number', 'bigint')
      .addUniqueConstraint('test_done_once', ['job', 'number'])
      .execute()
  })
  await first.stopAll()

  const accepted: string[] = []
  let round = 0
  const killAll = async () => {
    while (round < kills) {
      // Every other kill leaves a job, however slow the machine is.
      const word = round++ % 2 === 0 ? 'accepted' : 'ready'
      accepted.push(...(await killOnce([dataDir, user.id, `${items}`, ...(databaseUrl ? [databaseUrl] : [])], word)))
    }
  }
  await Promise.all(Array.from({ length: processes }, killAll))
  if (isSqlite && databaseUrl === undefined) await goOnAtOnce(dataDir, user.id)

  // Items that were killed often wait, for minutes at most.
  const clock = clockOf(() => Date.now() + 600_000)
  await using world = await openJobs([crashJob], { dataDir, databaseUrl, clock })
  const breaches: string[] = []
  const { jobs } = await world.jobs.list(user.id, { limit: 100_000 })
  const all: JobRecord[] = []
  for (const job of jobs) all.push(await world.ended(job, 60_000))

  for (const id of accepted) if (!all.some((job) => job.id === id)) breaches.push(`${id} was accepted and is lost`)
  const { rows: done } = await sql<{ job: string; count: number }>`
    select job, count(*) as count from test_done group by job`.execute(world.store.db())
  const { rows: charges } = await sql<{ hold: string; sum: number; count: number }>`
    select hold, -sum(amount) as sum, count(*) as count from ledger where kind = 'charge' group by hold`.execute(
    world.store.db(),
  )
  for (const job of all) {
    const rows = Number(done.find((row) => row.job === job.id)?.count ?? 0)
    const charged = charges.find((row) => row.hold === job.id)
    const results = (await world.results(job)) as { number: number }[]
    const events: JobEvent[] = []
    for await (const event of world.jobs.events(user.id, job.id, 0)) events.push(event)
    const say = (what: string) => breaches.push(`${job.id} (${job.status}): ${what}`)
    if (job.status === 'completed' && job.completed + job.failed !== items)
      say(`${job.completed} + ${job.failed} items`)
    if (job.status !== 'completed' && job.status !== 'cancelled') say('not ended')
    if (rows !== job.completed) say(`${rows} rows of the plugin, ${job.completed} items done`)
    if (new Set(results.map(({ number }) => number)).size !== job.completed) say(`${results.length} results`)
    if (job.used !== job.completed * PRICE) say(`${job.used} used`)
    if (Number(charged?.sum ?? 0) !== job.used || Number(charged?.count ?? 0) !== job.completed)
      say(`${charged?.count} charges of ${charged?.sum}`)
    if (!events.every(({ id }, i) => id === i + 1) || events.length !== job.completed + job.failed + 1)
      say(`${events.length} events`)
  }
  const { used, held } = await world.credits.balance(user.id)
  const sum = all.reduce((total, job) => total + job.used, 0)
  if (used !== sum) breaches.push(`The account has used ${used}, its jobs ${sum}`)
  if (held !== 0) breaches.push(`${held} are still held`)
  const { rows } = await sql<{ count: number }>`select count(*) as count from job_items where attempt > 1`.execute(
    world.store.db(),
  )
  return {
    kills,
    accepted: accepted.length,
    jobs: all.length,
    items: all.reduce((total, job) => total + job.completed + job.failed, 0),
    cancelled: all.filter(({ status }) => status === 'cancelled').length,
    repeated: Number(rows[0]?.count),
    breaches,
  }
}

const clockOf = (now: () => number) => ({ now, set() {}, pass() {} })

/**
 * Checks that work goes on before any time has passed: the process uses the store alone, so no leases have to run
 * out. It looks at the newest job, whose items have not been killed so often that they wait.
 */
async function goOnAtOnce(dataDir: string, account: string): Promise<void> {
  const still = Date.now()
  const world = await openJobs([crashJob], { dataDir, clock: clockOf(() => still) })
  const { jobs } = await world.jobs.list(account, { limit: 100_000 })
  const newest = jobs.find(({ endedAt }) => endedAt === null)
  if (newest) for await (const _ of world.jobs.events(account, newest.id, newest.events)) break
  await world.stopAll()
}

/** Starts the process, kills it at some moment after its report, and gives the jobs it reported as accepted. */
function killOnce(args: string[], word: 'ready' | 'accepted'): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dir, 'crash-child.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    const before = said
    said += chunk
    // From that report on the kill may come at any moment.
    if (!before.includes(word) && said.includes(word)) setTimeout(() => child.kill('SIGKILL'), Math.random() * 150)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== null) return reject(new Error(`The process ended by itself with code ${code}`))
      resolve([...said.matchAll(/^accepted (\S+)$/gm)].map((found) => found[1]!))
    })
  })
}
