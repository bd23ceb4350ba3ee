import { describe, expect, test } from 'bun:test'
import { defineJob, t } from 'weirjs'
import { doubling, Numbers, One, seed } from '../numbers-job.ts'
import { medium, openJobs } from '../open-jobs.ts'

describe('an item', () => {
  test('is stored, charged and counted once, and costs nothing if it failed', async () => {
    const job = doubling()
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { numbers: [2, 3, 6] }, { millicredits: 4500, ...medium })
    expect(started).toMatchObject({ status: 'queued', total: 3, estimate: 4500, used: 0 })
    const ended = await world.ended(started)
    expect(ended).toMatchObject({ status: 'completed', completed: 2, failed: 1, used: 3000, events: 4, results: 3 })
    expect(await world.results(started)).toEqual([
      { number: 2, double: 4 },
      { number: 3, code: 'scraping_failed' },
      { number: 6, double: 12 },
    ])
    const balance = await world.credits.balance(user.id)
    expect([balance.used, balance.held]).toEqual([3000, 0])
  })

  test('is retried if its failure says so, as often as the job says, and then fails', async () => {
    const tries: number[] = []
    const job = doubling(tries)
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { numbers: [4] }, { millicredits: 1500, ...medium })
    expect(await world.ended(started)).toMatchObject({ status: 'completed', completed: 0, failed: 1, used: 0 })
    expect(tries).toEqual([4, 4, 4])
  })

  test('that costs more than was held takes the rest from the balance, down to 0', async () => {
    const job = defineJob({
      name: 'test.dear',
      input: Numbers,
      item: One,
      seed,
      run: async () => ({ result: {}, millicredits: 3000 }),
    })
    await using world = await openJobs([job])
    const user = await world.addUser('enterprise', 5)
    const started = await world.jobs.start(job, user, { numbers: [1, 2] }, { millicredits: 1000, ...medium })
    expect(await world.ended(started)).toMatchObject({ status: 'completed', used: 5000 })
    expect((await world.credits.balance(user.id)).remaining).toBe(0)
  })

  test('whose own rows are refused fails, and leaves nothing behind', async () => {
    const job = defineJob({
      name: 'test.rows',
      input: Numbers,
      item: One,
      seed,
      run: async ({ item: { number } }) => ({
        result: { number },
        millicredits: 1000,
        async also() {
          if (number === 2) throw new Error('no such row')
        },
      }),
    })
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { numbers: [1, 2, 3] }, { millicredits: 3000, ...medium })
    expect(await world.ended(started)).toMatchObject({ status: 'completed', completed: 2, failed: 1, used: 2000 })
    expect(await world.results(started)).toEqual([{ number: 1 }, { number: 3 }])
  })

  test('keeps its files with its result, and they are deleted with the job', async () => {
    const job = defineJob({
      name: 'test.files',
      input: Numbers,
      item: One,
      seed,
      run: async () => ({
        result: {},
        millicredits: 0,
        files: [{ type: 'pdf', mediaType: 'application/pdf', bytes: new TextEncoder().encode('%PDF') }],
      }),
    })
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { numbers: [1] }, { millicredits: 0, ...medium })
    await world.ended(started)
    const [entry] = await world.jobs.results(user.id, started.id, { limit: 1 })
    const [file] = entry!.files
    expect(file).toMatchObject({ type: 'pdf', mediaType: 'application/pdf', size: 4 })
    expect((await world.files.find(file!.id))?.account).toBe(user.id)
  })
})

describe('further items', () => {
  /** A tree of numbers: each has two children, down to a depth, and each names the root again. */
  const tree = (limit?: number) =>
    defineJob({
      name: 'test.tree',
      input: t.Object({ depth: t.Integer() }),
      item: t.Object({ number: t.Integer(), left: t.Integer() }),
      seed: ({ depth }) => [{ key: '1', value: { number: 1, left: depth } }],
      parallel: () => 4,
      order: 'completion',
      ...(limit === undefined ? {} : { limit: () => limit }),
      async run({ item: { number, left } }) {
        const children = left === 0 ? [] : [number * 2, number * 2 + 1]
        const next = [1, ...children].map((child) => ({ key: `${child}`, value: { number: child, left: left - 1 } }))
        if (number % 5 === 0) return { millicredits: 0, next, counts: false }
        return { result: { number }, millicredits: 1000, next }
      },
    })

  test('are done once each, however often they are named, and duplicates are not counted', async () => {
    const job = tree()
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { depth: 6 }, { millicredits: 127_000, ...medium })
    const expected = Array.from({ length: 127 }, (_, i) => i + 1).filter((number) => number % 5 !== 0)
    const { length } = expected
    expect(await world.ended(started)).toMatchObject({ total: length, completed: length, used: length * 1000 })
    const numbers = (await world.results(started)).map(({ number }) => number)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(expected)
  })

  test('are done once each, in order, also if they are so long that it takes several statements to add them', async () => {
    const count = 200
    const keyOf = (number: number) => `${'long '.repeat(800)}${number}`
    const job = defineJob({
      ...tree(),
      parallel: () => 1,
      run: async ({ item: { number } }: { item: { number: number } }) => {
        const children = number > 1 ? [] : Array.from({ length: 2 * count }, (_, i) => 2 + (i % count))
        const next = children.map((child) => ({ key: keyOf(child), value: { number: child, left: 0 } }))
        return { result: { number }, millicredits: 1000, next }
      },
    })
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { depth: 1 }, { millicredits: 300_000, ...medium })
    expect(await world.ended(started)).toMatchObject({ total: count + 1, completed: count + 1 })
    const numbers = (await world.results(started)).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: count + 1 }, (_, i) => i + 1))
  })

  test('never make more counting outcomes than the limit, including those under way', async () => {
    const job = tree(20)
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { depth: 10 }, { millicredits: 100_000, ...medium })
    expect(await world.ended(started)).toMatchObject({ status: 'completed', total: 20, completed: 20, results: 20 })
    expect((await world.credits.balance(user.id)).held).toBe(0)
  })
})

test('the first of several items with the same content counts, and the others add no items', async () => {
  const job = defineJob({
    name: 'test.same',
    input: Numbers,
    item: t.Object({ number: t.Integer(), further: t.Optional(t.Boolean()) }),
    seed,
    parallel: () => 10,
    async run({ item: { number, further } }) {
      if (further) return { result: 'further', millicredits: 0 }
      const next = [{ key: `further ${number}`, value: { number, further: true } }]
      return { result: `${number % 3}`, millicredits: 1000, pages: 1, next, unique: `${number % 3}` }
    },
  })
  await using world = await openJobs([job])
  const user = await world.addUser()
  const numbers = Array.from({ length: 30 }, (_, i) => i)
  const started = await world.jobs.start(job, user, { numbers }, { millicredits: 30_000, ...medium })
  expect(await world.ended(started)).toMatchObject({ total: 33, completed: 33, used: 3000, events: 34 })
  const further = Array.from({ length: 30 }, () => 'further')
  expect((await world.results(started)).toSorted()).toEqual(['0', '1', '2', ...further])
})

test('items with the same content that add ever more of themselves come to an end', async () => {
  let made = 0
  const job = defineJob({
    name: 'test.endless',
    input: Numbers,
    item: One,
    seed,
    limit: () => 3,
    parallel: () => 10,
    async run() {
      const next = [1, 2].map(() => ({ key: `further ${made}`, value: { number: made++ } }))
      return { result: 'same', millicredits: 0, next, unique: 'same' }
    },
  })
  await using world = await openJobs([job])
  const started = await world.jobs.start(job, await world.addUser(), { numbers: [0] }, { millicredits: 0, ...medium })
  expect(await world.ended(started)).toMatchObject({ total: 1, completed: 1, status: 'completed' })
  // Thirty are skipped, plus those that were under way meanwhile and the items they added.
  expect(made).toBeLessThan(400)
})
