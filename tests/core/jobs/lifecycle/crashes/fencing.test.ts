import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { defineJob, t } from 'weirjs'
import * as claims from '../../../../../core/jobs/store/statements/claims.ts'
import * as items from '../../../../../core/jobs/store/statements/items.ts'
import * as jobs from '../../../../../core/jobs/store/statements/jobs.ts'
import * as partitions from '../../../../../core/jobs/store/statements/partitions.ts'
import * as results from '../../../../../core/jobs/store/statements/results.ts'
import { compileStatement } from '../../../../../core/store/queries/statement.ts'
import { sqliteKysely } from '../../../../../core/store/sqlite/dialect.ts'
import { isSqlite } from '../../../../store.ts'
import { medium, openJobs, until } from '../../open-jobs.ts'

/** One item, each attempt of which waits until the test lets it go on. */
function gated() {
  const attempts: { attempt: number; finish: () => void }[] = []
  const job = defineJob({
    name: 'test.gated',
    input: t.Object({}),
    item: t.Object({}),
    seed: () => [{ key: 'one', value: {} }],
    async run({ attempt, signal }) {
      await new Promise<void>((finish, reject) => {
        attempts.push({ attempt, finish })
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      return { result: { attempt }, millicredits: 1000 }
    },
  })
  return { job, attempts }
}

test('a worker that finishes late, after another has taken the item, changes nothing', async () => {
  const { job, attempts } = gated()
  await using world = await openJobs([job])
  const user = await world.addUser()
  const started = await world.jobs.start(job, user, {}, { millicredits: 1000, ...medium })
  await until('the first attempt', () => attempts.length === 1)

  // As another process does that takes this one for dead, and is quicker.
  await world.store.write(async (tx) => {
    const db = tx.db<{ job_items: { worker: string; attempt: number; state: number } }>()
    await db.updateTable('job_items').set({ worker: 'another', attempt: 2 }).execute()
  })
  attempts[0]!.finish()
  await until('the line of the log', () => world.lines.some((line) => line.includes('done by another')))
  expect(await world.jobs.get(user.id, started.id)).toMatchObject({
    status: 'running',
    completed: 0,
    used: 0,
    events: 0,
  })
  expect(await world.results(started)).toEqual([])
  expect((await world.credits.balance(user.id)).held).toBe(1000)
})

test('an item left under way by a dead process begins again at the next start, and is counted once', async () => {
  const { job, attempts } = gated()
  const world = await openJobs([job])
  const user = await world.addUser()
  const started = await world.jobs.start(job, user, {}, { millicredits: 1000, ...medium })
  await until('the first attempt', () => attempts.length === 1)
  // A stop waits only a moment for items under way: this item ends only when the test lets it.
  await world.stopAll()

  await using next = await openJobs([job], { dataDir: world.dataDir })
  await until('the second attempt', () => attempts.length === 2, 2000)
  expect(attempts[1]!.attempt).toBe(2)
  attempts[1]!.finish()
  expect(await next.ended(started)).toMatchObject({ status: 'completed', completed: 1, used: 1000 })
  expect(await next.results(started)).toEqual([{ attempt: 2 }])
}, 120_000)

test.if(isSqlite)('no statement that claims or looks for work scans a table or sorts', async () => {
  await using world = await openJobs([])
  const database = new Database(join(world.dataDir, 'weir.db'), { readonly: true })
  const compiler = sqliteKysely(() => {
    throw new Error('compiled, not run')
  })
  const all: Record<string, unknown> = { ...claims, ...items, ...jobs, ...partitions, ...results }
  const statements = Object.entries(all).flatMap(([name, one]): [string, unknown][] => {
    if (typeof one !== 'object' || one === null) return []
    if ('several' in one && 'one' in one)
      return [
        [name, one.one],
        [`${name}: several`, one.several],
      ]
    return 'build' in one ? [[name, one]] : []
  })
  expect(statements.length).toBeGreaterThan(40)
  const plans = statements.flatMap(([name, one]) => {
    const { sql } = compileStatement(one as never, compiler, 'sqlite')
    const rows = database.query(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]
    return rows.map(({ detail }) => `${name}: ${detail}`)
  })
  database.close()
  // The ended items of the job are not read.
  expect(plans).toContain('claimItems: SEARCH queued USING COVERING INDEX job_items_queued (job=? AND host=?)')
  expect(plans).toContain('findSuspect: SEARCH job_items USING INDEX job_items_suspect (state=?)')
  // These read the whole list they are given, and of the table only the keys in it, or the items of one worker.
  const ofLists = /^(insertItems|findClaims|extendLeases|\w+: several): /
  expect(plans).toContain('insertItems: SEARCH job_items USING COVERING INDEX job_items_key (job=? AND key=?)')
  expect(plans).toContain('findClaims: SEARCH job_items USING PRIMARY KEY (job=? AND seq=?)')
  expect(plans).toContain('extendLeases: SEARCH job_items USING INDEX job_items_running (worker=?)')
  const scans = plans.filter((plan) => !ofLists.test(plan) && /SCAN|TEMP B-TREE/.test(plan))
  // These read an index from its first entry: items under way and suspects, of which there are few, and the items
  // that fall due next.
  const allowed =
    /^(expiredLeases|endLeases|suspects|nextItemTime): SCAN job_items USING (COVERING )?INDEX job_items_(running|suspect|waiting)$/
  expect(scans.filter((plan) => !allowed.test(plan))).toEqual([])
})

test('items of a disabled plugin stay as they are, however many were under way', async () => {
  const { job, attempts } = gated()
  const many = { ...job, seed: (_: object) => Array.from({ length: 600 }, (_, i) => ({ key: `${i}`, value: {} })) }
  const first = await openJobs([many], { works: false })
  const user = await first.addUser()
  const started = await first.jobs.start(many, user, {}, { millicredits: 0, ...medium })
  await first.store.write(async (tx) => {
    const db = tx.db<{ job_items: { worker: string; attempt: number; state: number; lease: number } }>()
    await db.updateTable('job_items').set({ worker: 'dead', attempt: 1, state: 1, lease: 1 }).execute()
  })
  await first.stopAll()

  const other = defineJob({ ...job, name: 'test.other' })
  await using next = await openJobs([other], { dataDir: first.dataDir })
  const running = await next.jobs.start(other, user, {}, { millicredits: 0, ...medium })
  await until('the other job', () => attempts.length === 1)
  attempts[0]!.finish()
  expect(await next.ended(running)).toMatchObject({ status: 'completed' })
  expect(await next.jobs.get(user.id, started.id)).toMatchObject({ status: 'queued', total: 600 })
}, 120_000)
