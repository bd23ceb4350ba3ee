import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { readJobCounts } from '../../../../core/jobs/store/job-counts.ts'
import type { Store } from '../../../../core/store/index.ts'
import { isSqlite } from '../../../store.ts'
import { openAccounts } from '../../open-accounts.ts'
import { openJobs, until } from '../open-jobs.ts'

/** The same counts, made by looking at every job. */
async function countByLooking(store: Store, account?: string) {
  const { rows } = await sql<{ status: string; jobs: number }>`
    SELECT CASE WHEN ended_at IS NULL AND activated = 0 THEN 'scheduled' ELSE status END AS status, count(*) AS jobs
    FROM jobs WHERE NOT (ended_at IS NULL AND activated = 0 AND run_at IS NULL)
    AND account = coalesce(${account ?? null}, account) GROUP BY 1`.execute(store.db())
  return rows
}
const sorted = (rows: readonly { status: string; jobs: number }[]) =>
  rows.map(({ status, jobs }) => [status, jobs] as const).sort(([a], [b]) => (a < b ? -1 : 1))

const accounts = ['usr_a', 'usr_b', 'usr_c']

test('the counts equal those of looking at each job, whatever happens to the jobs', async () => {
  await using world = await openAccounts()
  const { store } = world
  let seed = 7
  const pick = <T>(from: readonly T[]): T => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return from[Math.floor((seed / 2_147_483_648) * from.length)] as T
  }
  const state = () => ({
    status: pick(['queued', 'running', 'completed', 'failed', 'cancelled']),
    activated: pick([0, 1]),
    run_at: pick([null, 5]),
    ended_at: pick([null, null, 9]),
  })
  type Rows = { jobs: Record<string, unknown> & { n: number } }
  for (let round = 0; round < 40; round++) {
    await store.write(async (tx) => {
      const db = tx.db<Rows>()
      for (let i = 0; i < 5; i++) {
        const job = {
          id: `job_${round}_${i}`,
          account: pick(accounts),
          kind: 'x.y',
          type: 'x',
          created_at: 1,
          ...state(),
        }
        await db.insertInto('jobs').values(job).execute()
        const n = 1 + Math.floor(round * 5 * pick([0, 0.2, 0.4, 0.6, 0.8]))
        const change = pick(['any', 'any', 'status', 'gone', 'none'])
        if (change === 'any') await db.updateTable('jobs').set(state()).where('n', '=', n).execute()
        else if (change === 'status')
          await db.updateTable('jobs').set({ status: 'failed' }).where('n', '=', n).execute()
        else if (change === 'gone') await db.deleteFrom('jobs').where('n', '=', n).execute()
      }
    })
  }
  await store
    .write(async (tx) => {
      await tx.db<Rows>().deleteFrom('jobs').execute()
      throw new Error('rolled back')
    })
    .catch(() => {})
  const all = sorted(await readJobCounts(store, undefined))
  expect(all.length).toBe(6)
  expect(all).toEqual(sorted(await countByLooking(store)))
  for (const account of accounts)
    expect(sorted(await readJobCounts(store, account))).toEqual(sorted(await countByLooking(store, account)))
})

test('the mean time is that of the jobs that ended last, however long ago they were created', async () => {
  await using world = await openJobs([])
  const user = await world.addUser()
  const ended = (i: number, ended_at: number, took: number) => ({
    id: `job_${i}`,
    account: user.id,
    kind: 'x.y',
    type: 'x',
    status: 'completed',
    activated: 1,
    created_at: 1,
    started_at: ended_at - took,
    ended_at,
  })
  await world.store.write(async (tx) => {
    const jobs = [
      ...Array.from({ length: 100 }, (_, i) => ended(i, Date.now() - i, 1000)),
      ...Array.from({ length: 100 }, (_, i) => ended(100 + i, Date.now() - 3_600_000, 50_000)),
    ]
    await tx.db<{ jobs: object }>().insertInto('jobs').values(jobs).execute()
  })
  expect((await world.jobs.count(user.id)).averageTime).toBe(1000)
  expect((await world.jobs.count(undefined)).averageTime).toBe(1000)
  await until('the counts', async () => (await world.jobs.count(user.id)).byStatus.completed === 200)
})

test.if(isSqlite)('counting and listing look at no more jobs than they give', async () => {
  await using world = await openAccounts()
  const planOf = async (text: string) => {
    const { rows } = await sql.raw<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`).execute(world.store.db())
    return rows.map(({ detail }) => detail).join('; ')
  }
  const waiting = `started_at IS NULL AND activated = 1 AND ended_at IS NULL`
  const done = 'started_at IS NOT NULL AND ended_at IS NOT NULL'
  for (const [query, index] of [
    [`SELECT created_at FROM jobs WHERE ${waiting} ORDER BY created_at LIMIT 1`, 'jobs_waiting'],
    [
      `SELECT created_at FROM jobs WHERE account = 'a' AND ${waiting} ORDER BY created_at LIMIT 1`,
      'jobs_account_waiting',
    ],
    [`SELECT started_at, ended_at FROM jobs WHERE ${done} ORDER BY ended_at DESC LIMIT 100`, 'jobs_done'],
    [
      `SELECT started_at FROM jobs WHERE account = 'a' AND ${done} ORDER BY ended_at DESC LIMIT 100`,
      'jobs_account_done',
    ],
    [`SELECT * FROM jobs WHERE status = 'failed' AND n < 5 ORDER BY n DESC LIMIT 21`, 'jobs_status'],
    [`SELECT * FROM jobs WHERE account = 'a' AND status = 'failed' ORDER BY n DESC LIMIT 21`, 'jobs_account_status'],
  ] as const) {
    const plan = await planOf(query)
    expect([query, plan]).toEqual([query, expect.stringMatching(new RegExp(`INDEX ${index}\\b`))])
    expect([query, plan.includes('TEMP B-TREE')]).toEqual([query, false])
  }
})
