import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { JobRecord } from 'weirjs'
import { CORE, coreMigrations } from '../../../../../core/host/core-migrations.ts'
import { quarantineMigration } from '../../../../../core/jobs/store/schema.ts'
import { isSqlite, openStore } from '../../../../store.ts'
import { type OpenedJobs, openJobs, until } from '../../open-jobs.ts'
import { behaviour, PRICE, poisonJob, startOptions } from './poison-job.ts'

const numbersTo = (n: number) => Array.from({ length: n }, (_, i) => i)

/** A store with an account and a job of numbers that no worker runs yet. */
async function prepare(numbers: number[], hosts?: number) {
  const world = await openJobs([poisonJob], { works: false })
  const user = await world.addUser()
  const job = await world.jobs.start(poisonJob, user, { numbers, hosts }, startOptions(numbers.length))
  await world.stopAll()
  return { dataDir: world.dataDir, user, job }
}

/** Runs a process on the store to its end; gives its exit code, null if a signal ended it. */
const runChild = (dataDir: string, account: string, poison: number, ...modes: string[]) =>
  new Promise<number | null>((resolve, reject) => {
    const args = [join(import.meta.dir, 'poison-child.ts'), dataDir, account, `${poison}`, ...modes]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('close', resolve)
  })

/** Works on in this process after the last crash, where no item kills, until all jobs have ended. */
async function goOn(dataDir: string, { crashed = true } = {}) {
  behaviour.run = async () => {}
  const world = await openJobs([poisonJob], { dataDir, crashed })
  const isOpen = sql<{ count: number }>`select count(*) as count from jobs where ended_at is null`
  await until('the end', async () => Number((await isOpen.execute(world.store.db())).rows[0]?.count) === 0)
  return world
}

const countsOf = async ({ store }: OpenedJobs) => {
  const { rows } = await sql<{ number: string; kills: number; crashes: number; attempt: number }>`
    select key as number, kills, crashes, attempt from job_items where seq > 0 order by seq`.execute(store.db())
  return rows.map(({ number, ...counts }) => ({ number: Number(number), ...counts }))
}

const crashed = { number: 0, code: 'internal_error', reason: 'crashed' }

test('an item that kills the process twice fails, costs nothing, and the others complete', async () => {
  // More than may be under way at once: waiting items do not begin beside a suspect of their job.
  const numbers = numbersTo(12)
  const { dataDir, user, job } = await prepare(numbers)
  expect(await runChild(dataDir, user.id, 0)).toBeNull()
  expect(await runChild(dataDir, user.id, 0, 'crashed')).toBeNull()
  await using world = await goOn(dataDir)
  expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: 11, failed: 1, used: 11 * PRICE })
  expect(await world.results(job)).toEqual([crashed, ...numbers.slice(1).map((number) => ({ number }))])
  const balance = await world.credits.balance(user.id)
  expect([balance.used, balance.held]).toEqual([11 * PRICE, 0])
  // Items that ran beside it cleared themselves.
  expect((await countsOf(world)).map(({ crashes, attempt }) => [crashes, attempt])).toEqual(
    numbers.map((number) => (number < 6 ? [1, 2] : [0, 1])),
  )
}, 120_000)

test('an item that kills the process twice fails, and items of its host and of other hosts complete', async () => {
  const numbers = numbersTo(20)
  const { dataDir, user, job } = await prepare(numbers, 3)
  expect(await runChild(dataDir, user.id, 0)).toBeNull()
  expect(await runChild(dataDir, user.id, 0, 'crashed')).toBeNull()
  await using world = await goOn(dataDir)
  expect(await world.results(job)).toEqual([crashed, ...numbers.slice(1).map((number) => ({ number }))])
}, 120_000)

/** One more job, of the same account. */
async function addJob(dataDir: string, user: Parameters<OpenedJobs['jobs']['start']>[1], numbers: number[]) {
  const world = await openJobs([poisonJob], { dataDir, works: false })
  const job = await world.jobs.start(poisonJob, user, { numbers }, startOptions(numbers.length))
  await world.stopAll()
  return job
}

test('a suspect that crashes beside new items of other jobs gets one more attempt, and then fails', async () => {
  const { dataDir, user, job } = await prepare([0, 1])
  expect(await runChild(dataDir, user.id, 0)).toBeNull()
  const others: JobRecord[] = []
  for (let crash = 1; crash < 3; crash++) {
    others.push(await addJob(dataDir, user, [10 * crash, 10 * crash + 1]))
    expect(await runChild(dataDir, user.id, 0, 'crashed')).toBeNull()
  }
  await using world = await goOn(dataDir)
  expect(await world.results(job)).toEqual([crashed, { number: 1 }])
  for (const other of others) expect(await world.ended(other)).toMatchObject({ completed: 2, failed: 0 })
}, 120_000)

test('a suspect is not given up for the crash of a new item beside it', async () => {
  const { dataDir, user, job } = await prepare([0, 1])
  expect(await runChild(dataDir, user.id, 0)).toBeNull()
  // Number 0 is a suspect from now on, and is under way beside 6, which causes the next crash.
  const other = await addJob(dataDir, user, [6, 7])
  expect(await runChild(dataDir, user.id, 6, 'crashed')).toBeNull()
  expect(await runChild(dataDir, user.id, 6, 'crashed')).toBeNull()
  await using world = await goOn(dataDir)
  expect(await world.results(job)).toEqual([{ number: 0 }, { number: 1 }])
  expect((await countsOf(world)).find(({ number }) => number === 0)).toMatchObject({ crashes: 2 })
  expect(await world.results(other)).toEqual([{ ...crashed, number: 6 }, { number: 7 }])
}, 120_000)

test('a kill from outside makes no suspects: the items it interrupted run together again', async () => {
  const { dataDir, user, job } = await prepare(numbersTo(6))
  for (let kill = 0; kill < 2; kill++) expect(await runChild(dataDir, user.id, 0)).toBeNull()
  const together = Promise.withResolvers<void>()
  let begun = 0
  behaviour.run = async () => {
    if (++begun === 6) together.resolve()
    await together.promise
  }
  await using world = await openJobs([poisonJob], { dataDir })
  expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: 6, failed: 0, used: 6 * PRICE })
  expect((await countsOf(world)).map(({ kills, crashes }) => [kills, crashes])).toEqual(numbersTo(6).map(() => [2, 0]))
}, 120_000)

test('an item that was under way in fifteen kills is given up', async () => {
  const { dataDir, user, job } = await prepare([0, 1])
  const idle = await openJobs([poisonJob], { dataDir, works: false })
  await idle.store.write((tx) => sql`update job_items set kills = 14 where key = '0'`.execute(tx.db()))
  await idle.stopAll()
  expect(await runChild(dataDir, user.id, 0)).toBeNull()
  await using world = await goOn(dataDir, { crashed: false })
  expect(await world.results(job)).toEqual([{ ...crashed, reason: 'interrupted' }, { number: 1 }])
}, 120_000)

test('suspects run one at a time after a crash, and no other item waits for them', async () => {
  const { dataDir, user, job } = await prepare(numbersTo(6))
  expect(await runChild(dataDir, user.id, 0)).toBeNull()

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
    // The first suspect goes on once all other items have completed beside it.
    await fresh.promise
    await Bun.sleep(number === 0 ? 30 : 5)
    suspects--
  }
  await using world = await openJobs([poisonJob], { dataDir, crashed: true })
  await until('a suspect to be under way', () => suspects === 1)
  const other = await world.jobs.start(poisonJob, user, { numbers: [10, 11, 12, 13, 14, 15] }, startOptions(6))
  expect(await world.ended(other)).toMatchObject({ status: 'completed', completed: 6 })
  expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: 6, failed: 0 })
  expect([mostSuspects, freshDone]).toEqual([1, 6])
}, 120_000)

test('a stop does not count as a crash, whether it is clean or cut short', async () => {
  const { dataDir, user, job } = await prepare(numbersTo(6))
  behaviour.run = (_number, _attempt, signal) =>
    new Promise((_, end) => signal.addEventListener('abort', () => end(signal.reason)))
  const stopped = await openJobs([poisonJob], { dataDir })
  await until('items to be under way', async () => (await countsOf(stopped)).every(({ attempt }) => attempt === 1))
  await stopped.stopAll()
  expect(await runChild(dataDir, user.id, 0, 'stuck', 'crashed')).toBeNull()
  behaviour.run = async () => {}
  await using world = await openJobs([poisonJob], { dataDir, crashed: true })
  expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: 6, failed: 0 })
  expect((await countsOf(world)).map(({ kills, crashes }) => kills + crashes)).toEqual([0, 0, 0, 0, 0, 0])
}, 120_000)

test('an item that fails by itself after a crash is no longer a suspect', async () => {
  const { dataDir, user, job } = await prepare([0, 1])
  expect(await runChild(dataDir, user.id, 0)).toBeNull()
  behaviour.run = async () => {
    throw new Error('It fails, and the process goes on')
  }
  await using world = await openJobs([poisonJob], { dataDir, crashed: true })
  expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: 0, failed: 2 })
}, 120_000)

test.if(isSqlite)('a store of an older version is migrated with its contents', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-older-'))
  const older = await openStore({ dataDir })
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
  expect(await countsOf(world)).toEqual([{ number: 1, kills: 2, crashes: 0, attempt: 2 }])
})
