import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { quarantineMigration } from '../../../core/jobs/quarantine.ts'
import { CORE, coreMigrations } from '../../../core/migrations.ts'
import { openStore } from '../../../core/store/index.ts'
import { openAccounts } from '../open-accounts.ts'
import { type OpenedJobs, openJobs, until } from './open-jobs.ts'
import { behaviour, PRICE, poisonJob, startOptions } from './poison-job.ts'

const numbersTo = (n: number) => Array.from({ length: n }, (_, i) => i)

/** A store with an account and a job of numbers that nobody works on yet. */
async function prepare(numbers: number[]) {
  const world = await openJobs([poisonJob], { works: false })
  const user = await world.addUser()
  const job = await world.jobs.start(poisonJob, user, { numbers }, startOptions(numbers.length))
  await world.stopAll()
  return { dataDir: world.dataDir, user, job }
}

/** Runs a process on the store to its end; gives its code, null where a signal ended it. */
const runChild = (dataDir: string, account: string, ...more: string[]) =>
  new Promise<number | null>((resolve, reject) => {
    const args = [join(import.meta.dir, 'poison-child.ts'), dataDir, account, ...more]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('close', resolve)
  })

const countsOf = async ({ store }: OpenedJobs) => {
  const { rows } = await sql<{ number: string; lost: number; attempt: number }>`
    select key as number, lost, attempt from job_items where seq > 0 order by seq`.execute(store.db())
  return rows.map(({ number, lost, attempt }) => ({ number: Number(number), lost, attempt }))
}

test('an item that takes the process down twice fails, costs nothing, and the others are done', async () => {
  const numbers = numbersTo(12)
  const { dataDir, user, job } = await prepare(numbers)
  expect([await runChild(dataDir, user.id), await runChild(dataDir, user.id)]).toEqual([null, null])
  expect(await runChild(dataDir, user.id)).toBe(0)
  await using world = await openJobs([poisonJob], { dataDir })
  const done = numbers.length - 1
  expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: done, failed: 1, used: done * PRICE })
  expect(await world.results(job)).toEqual([
    { number: 0, code: 'internal_error', reason: 'crashed' },
    ...numbers.slice(1).map((number) => ({ number })),
  ])
  const balance = await world.credits.balance(user.id)
  expect([balance.used, balance.held]).toEqual([done * PRICE, 0])
  const counts = await countsOf(world)
  expect(Math.max(...counts.map(({ attempt }) => attempt))).toBe(2)
  // Those that ran beside it cleared themselves.
  expect(counts.filter(({ lost }) => lost > 0).length).toBeGreaterThan(1)
}, 60_000)

test('after a crash suspects run one at a time, and nothing else waits for them', async () => {
  const { dataDir, user, job } = await prepare(numbersTo(6))
  expect(await runChild(dataDir, user.id)).toBeNull()

  const fresh = Promise.withResolvers<void>()
  let suspects = 0
  let mostSuspects = 0
  let freshDone = 0
  behaviour.run = async (number, attempt) => {
    if (attempt === 1) {
      if (++freshDone === 6) fresh.resolve()
      return
    }
    mostSuspects = Math.max(mostSuspects, ++suspects)
    // The first one goes on once all items that are no suspects have been done beside it.
    await fresh.promise
    await Bun.sleep(number === 0 ? 30 : 5)
    suspects--
  }
  await using world = await openJobs([poisonJob], { dataDir })
  await until('a suspect to be under way', () => suspects === 1)
  const other = await world.jobs.start(poisonJob, user, { numbers: [10, 11, 12, 13, 14, 15] }, startOptions(6))
  expect(await world.ended(other)).toMatchObject({ status: 'completed', completed: 6 })
  expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: 6, failed: 0 })
  expect([mostSuspects, freshDone]).toEqual([1, 6])
}, 60_000)

test('a stop counts as no crash, neither a clean one nor one that is cut short', async () => {
  const { dataDir, user, job } = await prepare(numbersTo(6))
  behaviour.run = (_number, _attempt, signal) =>
    new Promise((_, end) => signal.addEventListener('abort', () => end(signal.reason)))
  const stopped = await openJobs([poisonJob], { dataDir })
  await until('items to be under way', async () => (await countsOf(stopped)).every(({ attempt }) => attempt === 1))
  await stopped.stopAll()
  for (let cut = 0; cut < 2; cut++) expect(await runChild(dataDir, user.id, 'stuck')).toBeNull()
  behaviour.run = async () => {}
  await using world = await openJobs([poisonJob], { dataDir })
  expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: 6, failed: 0 })
  expect((await countsOf(world)).map(({ lost }) => lost)).toEqual([0, 0, 0, 0, 0, 0])
}, 60_000)

test('an item that fails by itself after a crash is no suspect any more', async () => {
  const { dataDir, user, job } = await prepare([0, 1])
  expect(await runChild(dataDir, user.id)).toBeNull()
  behaviour.run = async () => {
    throw new Error('It fails, and the process goes on')
  }
  await using world = await openJobs([poisonJob], { dataDir })
  expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: 0, failed: 2 })
}, 60_000)

test('a store of before is brought up to date with what is in it', async () => {
  const { store, dataDir, stop, log } = await openAccounts()
  await store.write(async (tx) => {
    await sql`drop index job_items_suspect`.execute(tx.db())
    await sql`delete from migrations where owner = ${CORE} and name = ${quarantineMigration.name}`.execute(tx.db())
  })
  await stop()
  const older = await openStore({ dataDir, log })
  const steps = coreMigrations.filter(({ name }) => name < quarantineMigration.name)
  await older.migrate(CORE, steps)
  await older.write(async (tx) => {
    await sql`insert into job_items (job, seq, key, value, host, state, lost, attempt)
      values (1, 1, '1', 'null', '', 0, 2, 2)`.execute(tx.db())
  })
  await older.close()
  await using world = await openJobs([poisonJob], { dataDir })
  const { rows } = await sql<{
    name: string
  }>`select name from sqlite_master where type = 'index' and name = 'job_items_suspect'`.execute(world.store.db())
  expect(rows).toHaveLength(1)
  expect(await countsOf(world)).toEqual([{ number: 1, lost: 2, attempt: 2 }])
})
