/**
 * Items through the queue on Postgres (goal P4): claimed, run by a function that does nothing, and completed with
 * result and charge in one transaction each, by one process and by three; beside pg-boss alone, which claims 10 and
 * completes them singly. Usage: bun tests/bench/queue-postgres.ts [items] [rounds]
 */
import { PgBoss } from 'pg-boss'
import { defineJob, t } from 'weirjs'
import { openJobs } from '../core/jobs/open-jobs.ts'
import { closePostgres, createDatabase } from '../postgres.ts'
import { median, table } from './figures.ts'

const JOBS = 8
const WORKER = 'worker'
const job = defineJob({
  name: 'test.small',
  input: t.Object({ items: t.Integer() }),
  item: t.Object({ number: t.Integer() }),
  seed: ({ items }) => Array.from({ length: items }, (_, number) => ({ key: `${number}`, value: { number } })),
  parallel: () => 64,
  run: async ({ item: { number } }) => ({ result: { number }, millicredits: 1000, pages: 1 }),
})

if (process.argv[2] === WORKER) {
  await openJobs([job], { databaseUrl: process.argv[3]!, concurrency: 64 })
  process.stdout.write('ready\n')
  setInterval(() => {}, 1000)
} else await measureAll(Number(process.argv[2] ?? 4000), Number(process.argv[3] ?? 3))

/** Items a second of so many jobs of one account, done by so many processes; this one only asks. */
async function throughWeir(processes: number, items: number, rounds: number): Promise<number> {
  const databaseUrl = await createDatabase()
  await using world = await openJobs([job], { databaseUrl, works: false })
  const user = await world.addUser('enterprise', 1e9)
  const workers = Array.from({ length: processes }, () =>
    Bun.spawn([process.execPath, import.meta.path, WORKER, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  for (const { stdout } of workers) await stdout.getReader().read()
  const found: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const each = Math.ceil(items / JOBS)
    const started = await Promise.all(
      Array.from({ length: JOBS }, () =>
        world.jobs.start(job, user, { items: each }, { millicredits: each * 1000, priority: 'medium' }),
      ),
    )
    const begun = performance.now()
    for (const one of started) {
      const { completed } = await world.ended(one, 300_000)
      if (completed !== each) throw new Error(`${completed} of ${each} items`)
    }
    if (round > 0) found.push(((each * JOBS) / (performance.now() - begun)) * 1000)
  }
  for (const worker of workers) {
    worker.kill('SIGKILL')
    await worker.exited
  }
  return median(found)
}

async function throughPgBoss(items: number, rounds: number): Promise<number> {
  const boss = new PgBoss({ connectionString: await createDatabase(), max: 10, schedule: false, supervise: false })
  await boss.start()
  await boss.createQueue('items')
  const found: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await boss.insert(
      'items',
      Array.from({ length: items }, (_, number) => ({ data: { number } })),
    )
    const begun = performance.now()
    const work = async () => {
      for (let jobs = await boss.fetch('items', { batchSize: 10 }); jobs.length > 0; ) {
        await Promise.all(jobs.map(({ id }) => boss.complete('items', id)))
        jobs = await boss.fetch('items', { batchSize: 10 })
      }
    }
    await Promise.all([work(), work(), work()])
    if (round > 0) found.push((items / (performance.now() - begun)) * 1000)
  }
  await boss.stop({ graceful: false })
  return median(found)
}

async function measureAll(items: number, rounds: number) {
  const boss = await throughPgBoss(items, rounds)
  const one = await throughWeir(1, items, rounds)
  const three = await throughWeir(3, items, rounds)
  const row = (name: string, figure: number, beside: number) => [name, Math.round(figure), (figure / beside).toFixed(2)]
  console.log(
    table(
      [`${items} items, median of ${rounds}`, 'items/s', 'ratio'],
      [row('pg-boss alone', boss, boss), row('one process', one, boss), row('three processes, to one', three, one)],
    ),
  )
  await closePostgres()
  process.exit(0)
}
