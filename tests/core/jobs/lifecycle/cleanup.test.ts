import { expect, test } from 'bun:test'
import { defineJob, t } from 'weirjs'
import { cleanup } from '../../../../core/jobs/lifecycle/cleanup.ts'
import { medium, type OpenedJobs, openJobs } from '../open-jobs.ts'

const rows = defineJob({
  name: 'test.rows',
  input: t.Object({ count: t.Integer() }),
  item: t.Object({ row: t.Integer() }),
  seed: ({ count }) => Array.from({ length: count }, (_, row) => ({ key: `${row}`, value: { row } })),
  limit: () => 1_000_000,
  run: async () => ({ millicredits: 0 }),
})

async function itemsOf({ store }: OpenedJobs) {
  const db = store.db<{ job_items: { job: number } }>()
  const found = await db.selectFrom('job_items').select('job').execute()
  return { n: found[0]?.job ?? 0, count: found.length }
}

test('the rows of a deleted job are removed in parts, and a stop waits for one part at most', async () => {
  await using world = await openJobs([rows], { works: false })
  await world.jobs.start(rows, await world.addUser(), { count: 2500 }, { millicredits: 0, ...medium })
  const { n, count } = await itemsOf(world)
  expect(count).toBe(2500)
  await cleanup(world.store, n, AbortSignal.abort())
  // Items are numbered from 1, and the first part ends with 999.
  expect((await itemsOf(world)).count).toBe(1501)
  await cleanup(world.store, n, new AbortController().signal)
  expect((await itemsOf(world)).count).toBe(0)
})
