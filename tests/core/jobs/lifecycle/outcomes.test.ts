import { describe, expect, test } from 'bun:test'
import { ApiError, defineJob, t } from 'weirjs'
import { setClock } from '../../open-accounts.ts'
import { medium, openJobs, until } from '../open-jobs.ts'

const Numbers = t.Object({ numbers: t.Array(t.Integer()) })
const One = t.Object({ number: t.Integer() })
const seed = ({ numbers }: { numbers: number[] }) => numbers.map((number, i) => ({ key: `${i}`, value: { number } }))

/** Doubles numbers; odd ones fail, and 4 says that it may be tried again. */
const doubling = (tries: number[] = []) =>
  defineJob({
    name: 'test.double',
    input: Numbers,
    item: One,
    seed,
    maxAttempts: () => 3,
    async run({ item: { number } }) {
      tries.push(number)
      if (number % 2 === 1) throw new ApiError('scraping_failed', `${number} is odd`)
      if (number === 4) throw new ApiError('timeout', 'later, perhaps', {}, { retryAfter: 0.01 })
      return { result: { number, double: number * 2 }, millicredits: 1500, pages: 1 }
    },
    failed: async ({ code }, { item: { number } }) => ({ number, code }),
  })

describe('an item', () => {
  test('is stored, charged and counted once, and one that failed costs nothing', async () => {
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

  test('whose failure says so is tried again, as often as the job says, and then fails', async () => {
    const tries: number[] = []
    const job = doubling(tries)
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { numbers: [4] }, { millicredits: 1500, ...medium })
    expect(await world.ended(started)).toMatchObject({ status: 'completed', completed: 0, failed: 1, used: 0 })
    expect(tries).toEqual([4, 4, 4])
  })

  test('that takes more than was held takes the rest from the balance, down to 0', async () => {
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

  test('keeps its files with its result, and they go with the job', async () => {
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
  /** A tree of numbers: each has two children, down to a depth, and everyone names the root again. */
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

  test('are done once each, however often they are named, and a duplicate is none of them', async () => {
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

  test('never make more outcomes that count than the limit, those under way included', async () => {
    const job = tree(20)
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { depth: 10 }, { millicredits: 100_000, ...medium })
    expect(await world.ended(started)).toMatchObject({ status: 'completed', total: 20, completed: 20, results: 20 })
    expect((await world.credits.balance(user.id)).held).toBe(0)
  })
})

test('of several items that come to the same the first counts, and the others leave their further items alone', async () => {
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

test('items that come to the same and bring in ever more of them end', async () => {
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
  // Thirty that are skipped, those that were under way meanwhile, and what they have brought in.
  expect(made).toBeLessThan(400)
})

describe('the results', () => {
  /** Each takes as many milliseconds as its number says. */
  const slow = (order: 'input' | 'completion') =>
    defineJob({
      name: 'test.slow',
      input: Numbers,
      item: One,
      seed,
      order,
      async run({ item: { number } }) {
        await Bun.sleep(number)
        return { result: number, millicredits: 0 }
      },
    })

  test('stand in the order of the items, or in that of completion', async () => {
    for (const [order, expected] of [
      ['input', [150, 5, 60]],
      ['completion', [5, 60, 150]],
    ] as const) {
      const job = slow(order)
      await using world = await openJobs([job])
      const user = await world.addUser()
      const started = await world.jobs.start(job, user, { numbers: [150, 5, 60] }, { millicredits: 0, ...medium })
      await world.ended(started)
      expect(await world.results(started)).toEqual([...expected])
    }
  })

  test('can be read while the job runs, from behind any of them', async () => {
    const job = slow('input')
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { numbers: [1, 2, 400] }, { millicredits: 0, ...medium })
    await until('two results', async () => (await world.results(started)).length === 2)
    const [second] = await world.jobs.results(user.id, started.id, { after: 1, limit: 10 })
    expect(second).toMatchObject({ position: 2, json: '2' })
    await world.jobs.cancel(user.id, started.id)
  })

  test('keep long texts whole, whatever stands in them', async () => {
    const page = {
      'a "name"\n': 'x'.repeat(50_000),
      short: '\u0000\n',
      none: undefined,
      content: '"\n\u0000ü😀'.repeat(3000),
      again: '"\n\u0000ü😀'.repeat(3000),
      half: `\ud83d${'y'.repeat(3000)}`,
      within: ['z'.repeat(3000), null, { deep: 'z'.repeat(3000) }],
    }
    const job = defineJob({
      name: 'test.texts',
      input: Numbers,
      item: One,
      seed,
      run: async ({ item }) => ({ result: [page, 'z'.repeat(3000), [page]][item.number], millicredits: 0 }),
    })
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { numbers: [0, 1, 2, 0] }, { millicredits: 0, ...medium })
    await world.ended(started)
    const results = await world.jobs.results(user.id, started.id, { limit: 10 })
    const written = [page, 'z'.repeat(3000), [page], page].map((result) => JSON.stringify(result))
    expect(results.map(({ json }) => json)).toEqual(written)
    const bodies = await world.store
      .db<{ job_bodies: { uses: number } }>()
      .selectFrom('job_bodies')
      .selectAll()
      .execute()
    // The two texts once each, for the two results that have them.
    expect(bodies.map(({ uses }) => uses)).toEqual([2, 2])
  })

  test('are merged once, after the last item', async () => {
    let merges = 0
    const job = defineJob({
      name: 'test.sum',
      input: Numbers,
      item: One,
      seed,
      run: async ({ item: { number } }) => ({ result: { number }, millicredits: 1000 }),
      async finish(results) {
        merges++
        let sum = 0
        for await (const { number } of results) sum += number
        return { result: { number: sum }, millicredits: 500 }
      },
    })
    await using world = await openJobs([job])
    const user = await world.addUser()
    const numbers = Array.from({ length: 120 }, (_, i) => i)
    const started = await world.jobs.start(job, user, { numbers }, { millicredits: 121_000, ...medium })
    expect(await world.ended(started)).toMatchObject({ status: 'completed', total: 120, completed: 120, used: 120_500 })
    expect((await world.results(started)).at(-1)).toEqual({ number: 7140 })
    expect(merges).toBe(1)
  })

  test('of a merge that fails are those of the items, and the job has failed', async () => {
    const job = defineJob({
      name: 'test.broken',
      input: Numbers,
      item: One,
      seed,
      run: async ({ item: { number } }) => ({ result: { number }, millicredits: 1000 }),
      async finish(): Promise<never> {
        throw new ApiError('extraction_failed', 'They do not go together')
      },
    })
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { numbers: [1] }, { millicredits: 1000, ...medium })
    const ended = await world.ended(started)
    expect([ended.status, ended.error?.code, ended.used]).toEqual(['failed', 'extraction_failed', 1000])
    expect(await world.results(started)).toEqual([{ number: 1 }])
  })
})

test('what is to be done once is done once, and again only when it failed', async () => {
  let made = 0
  const job = defineJob({
    name: 'test.once',
    input: Numbers,
    item: One,
    seed,
    parallel: () => 10,
    async run({ once }) {
      const company = async () => {
        made++
        await Bun.sleep(5)
        if (made === 1) throw new Error('the first fails')
        return { name: `Company ${made}` }
      }
      const found = await once('acme.example', company).catch(() => once('acme.example', company))
      return { result: found, millicredits: 0 }
    },
  })
  await using world = await openJobs([job])
  const user = await world.addUser()
  const numbers = Array.from({ length: 30 }, (_, i) => i)
  const started = await world.jobs.start(job, user, { numbers }, { millicredits: 0, ...medium })
  await world.ended(started)
  expect(new Set((await world.results(started)).map(({ name }) => name))).toEqual(new Set(['Company 2']))
  expect(made).toBe(2)
})

test('the job tells its step and URL, and how long what is left will take', async () => {
  const job = defineJob({
    name: 'test.report',
    input: Numbers,
    item: One,
    seed,
    parallel: () => 1,
    async run({ item: { number }, report }) {
      report('Fetching', `http://localhost/${number}`)
      if (number === 3) await goOn.promise
      await Bun.sleep(40)
      clock.pass(40)
      return { result: number, millicredits: 0 }
    },
  })
  const clock = setClock(Date.now())
  const goOn = Promise.withResolvers<void>()
  await using world = await openJobs([job], { clock })
  const user = await world.addUser()
  const started = await world.jobs.start(job, user, { numbers: [1, 2, 3, 4] }, { millicredits: 0, ...medium })
  await until('the second item', async () => (await world.jobs.get(user.id, started.id)).completed === 2)
  const running = await world.jobs.get(user.id, started.id)
  expect(running).toMatchObject({ status: 'running', step: 'Fetching' })
  expect(running.timeLeft).toBe(80)
  goOn.resolve()
  await world.ended(started)
  expect(world.jobs.estimateDuration(job, { numbers: [] }, 10)).toBeGreaterThan(350)
})

test('an item without a key is refused, as is one whose key is too long', async () => {
  for (const key of ['', 'x'.repeat(10_001)]) {
    const job = defineJob({
      name: 'test.keys',
      input: Numbers,
      item: One,
      seed: () => [{ key, value: { number: 1 } }],
      run: async () => ({ millicredits: 0 }),
    })
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = world.jobs.start(job, user, { numbers: [] }, { millicredits: 0, ...medium })
    await expect(started).rejects.toThrow(`An item's key has ${key.length} characters; it may have 1 to 10000`)
  }
})
