import { expect, test } from 'bun:test'
import { defineJob, type NewItem, t } from 'weirjs'
import { isSqlite } from '../../../store.ts'
import { medium, type OpenedJobs, openJobs, until } from '../open-jobs.ts'

interface Row {
  row: number
}

const rowsJob = (name: string) =>
  defineJob({
    name: `test.${name}`,
    input: t.Object({ count: t.Integer() }),
    item: t.Object({ row: t.Integer() }),
    seed: ({ count }) => rows(count),
    parallel: () => 50,
    limit: () => 5,
    run: async ({ item: { row } }) => ({ result: row, millicredits: 0 }),
  })

function* rows(count: number, key = (row: number) => `${row}`): Generator<NewItem<Row>> {
  for (let row = 1; row <= count; row++) yield { key: key(row), value: { row } }
}

const options = { millicredits: 5000, ...medium }

/** Rows in the tables of jobs. */
async function stored({ store }: OpenedJobs) {
  const counts: Record<string, number> = {}
  for (const table of ['jobs', 'job_inputs', 'job_items', 'job_partitions']) {
    const db = store.db<Record<string, { n: number }>>()
    const [row] = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .execute()
    counts[table] = Number(row!.count)
  }
  return counts
}
const NOTHING = { jobs: 0, job_inputs: 0, job_items: 0, job_partitions: 0 }

/** A job whose items end when the test decides. */
const unlimited = { ...rowsJob('unlimited'), limit: () => 1_000_000 }

test('other requests are served while many items are stored, and nobody sees the job', async () => {
  await using world = await openJobs([unlimited], { works: false })
  const user = await world.addUser()
  const other = await world.addUser()
  const order: string[] = []
  let rounds = 0
  const count = () => {
    rounds++
    if (order.at(-1) !== 'many') setImmediate(count)
  }
  setImmediate(count)
  const many = world.jobs.start(unlimited, user, { count: 50_000 }, options).then((job) => {
    order.push('many')
    return job
  })
  await world.jobs.start(unlimited, other, { count: 1 }, options)
  order.push('few')
  expect((await world.jobs.list(user.id, { limit: 10 })).jobs).toEqual([])
  expect((await world.jobs.count(user.id)).byStatus.queued).toBe(0)
  const { total, id } = await many
  expect(order).toEqual(['few', 'many'])
  // With at most a thousand items between two of them.
  expect(rounds).toBeGreaterThan(40)
  expect(total).toBe(50_000)
  expect((await world.jobs.list(user.id, { limit: 10 })).jobs).toMatchObject([{ id, total: 50_000, status: 'queued' }])
}, 120_000)

test('items are read as they are stored, and their rows are not part of any input', async () => {
  const job = { ...unlimited, seed: (_: { count: number }): NewItem<Row>[] => [] }
  await using world = await openJobs([job], { works: false })
  const user = await world.addUser()
  let ahead = 0
  async function* items() {
    let read = 0
    for (const item of rows(5_500)) {
      if (read % 100 === 0) ahead = Math.max(ahead, read - (await stored(world)).job_items!)
      read++
      yield item
    }
  }
  const started = await world.jobs.start(job, user, { count: 0 }, { ...options, items: items() })
  expect(started.total).toBe(5_500)
  expect(ahead).toBeLessThanOrEqual(1_001)
  expect(ahead).toBeGreaterThan(0)
  expect(await world.jobs.input(user.id, started.id)).toEqual({ count: 0 })
}, 120_000)

test('large values are stored about a megabyte at a time', async () => {
  const job = defineJob({
    name: 'test.large',
    input: t.Object({}),
    item: t.Object({ text: t.String() }),
    seed: () => Array.from({ length: 100 }, (_, i) => ({ key: `${i}`, value: { text: 'x'.repeat(100_000) } })),
    run: async () => ({ millicredits: 0 }),
  })
  await using world = await openJobs([job], { works: false })
  const user = await world.addUser()
  const seen = new Set<number>()
  let done = false
  const look = async () => {
    while (!done) {
      seen.add((await stored(world)).job_items!)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const looking = look()
  expect((await world.jobs.start(job, user, {}, options)).total).toBe(100)
  done = true
  await looking
  const counts = [...seen, 100].toSorted((a, b) => a - b)
  const steps = counts.slice(1).map((count, i) => count - counts[i]!)
  expect(counts.length).toBeGreaterThan(3)
  // Two may have been stored between two looks.
  expect(Math.max(...steps)).toBeLessThan(60)
}, 120_000)

test('a job whose items cannot all be stored leaves nothing behind', async () => {
  await using world = await openJobs([unlimited], { works: false })
  const user = await world.addUser()
  const items = rows(5_000, (row) => (row === 4_000 ? 'x'.repeat(20_000) : `${row}`))
  const refused = world.jobs.start(unlimited, user, { count: 0 }, { ...options, items })
  await expect(refused).rejects.toMatchObject({ code: 'internal_error' })
  expect(await stored(world)).toEqual(NOTHING)
  expect((await world.credits.balance(user.id)).held).toBe(0)
}, 120_000)

test('a job whose process ends before all items are stored leaves no trace', async () => {
  const first = await openJobs([unlimited])
  const user = await first.addUser()
  async function* items() {
    yield* rows(2_500)
    await new Promise(() => {})
  }
  void first.jobs.start(unlimited, user, { count: 0 }, { ...options, items: items() })
  await until('some items', async () => (await stored(first)).job_items! >= 2_000)
  expect((await first.credits.balance(user.id)).held).toBe(5000)
  await first.stopAll()
  // In a shared store that process may be another one, until nothing was heard of it for five minutes.
  const later = { now: () => Date.now() + 6 * 60_000, set() {}, pass() {} }
  await using next = await openJobs([unlimited], { dataDir: first.dataDir, clock: isSqlite ? undefined : later })
  if (!isSqlite) await until('nothing is left', async () => Bun.deepEquals(await stored(next), NOTHING))
  expect(await stored(next)).toEqual(NOTHING)
  expect((await next.credits.balance(user.id)).held).toBe(0)
}, 120_000)

test("all items are part of the caller's transaction if there is one", async () => {
  const job = rowsJob('within')
  await using world = await openJobs([job])
  const user = await world.addUser()
  const start = (fails: boolean) =>
    world.store.write(async (tx) => {
      const started = await world.jobs.start(job, user, { count: 0 }, { ...options, tx, items: rows(1_015) })
      if (fails) throw new Error('rolled back')
      return started
    })
  await expect(start(true)).rejects.toThrow('rolled back')
  expect(await stored(world)).toEqual(NOTHING)
  expect(await world.ended(await start(false))).toMatchObject({ status: 'completed', completed: 5 })
}, 120_000)

test('a limit leaves out the items that would never be done', async () => {
  const job = rowsJob('limited')
  await using world = await openJobs([job])
  const user = await world.addUser()
  const started = await world.jobs.start(job, user, { count: 5_000 }, options)
  expect((await stored(world)).job_items).toBeLessThan(1_100)
  expect(await world.ended(started)).toMatchObject({ status: 'completed', completed: 5 })
}, 120_000)

test('each key of many items is taken once, in order, and their numbers have no gaps', async () => {
  const job = { ...unlimited, seed: (_: { count: number }): NewItem<Row>[] => [] }
  await using world = await openJobs([job], { works: false })
  const user = await world.addUser()
  // The last two keys differ only in half a surrogate pair, which no store keeps.
  const keys = ['b', 'a', 'b', 'c', ...Array.from({ length: 1000 }, (_, i) => `${i}`), 'a', 'd', '\ud800', '\ufffd']
  const items = keys.map((key, row) => ({ key, value: { row } }))
  const { total } = await world.jobs.start(job, user, { count: 0 }, { ...options, items })
  expect(total).toBe(1005)
  const found = await world.store
    .db<{ job_items: { seq: number; key: string; value: string } }>()
    .selectFrom('job_items')
    .select(['seq', 'key', 'value'])
    .orderBy('seq')
    .execute()
  expect(found.map(({ seq }) => seq)).toEqual(Array.from({ length: 1005 }, (_, i) => i + 1))
  expect(found.slice(0, 4).map(({ key, value }) => [key, JSON.parse(value)])).toEqual([
    ['b', { row: 0 }],
    ['a', { row: 1 }],
    ['c', { row: 3 }],
    ['0', { row: 4 }],
  ])
  expect(found.slice(-2).map(({ key }) => key)).toEqual(['d', '\ufffd'])
  const refused = world.jobs.start(job, user, { count: 0 }, { ...options, items: [{ key: 'a\0b', value: { row: 1 } }] })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_request' })
})
