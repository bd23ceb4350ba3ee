import { describe, expect, test } from 'bun:test'
import { ApiError, defineJob } from 'weirjs'
import { setClock } from '../../open-accounts.ts'
import { Numbers, One, seed } from '../numbers-job.ts'
import { medium, openJobs, until } from '../open-jobs.ts'

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

  test('are in the order of the items, or of their completion', async () => {
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

  test('can be read while the job runs, from any of them on', async () => {
    const job = slow('input')
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { numbers: [1, 2, 400] }, { millicredits: 0, ...medium })
    await until('two results', async () => (await world.results(started)).length === 2)
    const [second] = await world.jobs.results(user.id, started.id, { after: 1, limit: 10 })
    expect(second).toMatchObject({ position: 2, json: '2' })
    await world.jobs.cancel(user.id, started.id)
  })

  test('keep long texts whole, whatever they contain', async () => {
    const page = {
      'a "name"\n': 'x'.repeat(50_000),
      short: '\u0000\n',
      none: undefined,
      content: '"\n\u0000ü😀'.repeat(3000),
      again: '"\n\u0000ü😀'.repeat(3000),
      half: `\ud83d${'y'.repeat(3000)}`,
      within: ['z'.repeat(3000), null, { deep: 'z'.repeat(3000) }],
    }
    // Compressed, it is still more than one piece.
    const many = (from: number) => Array.from({ length: 20_000 }, (_, i) => Math.sin(from + i))
    const all = [page, 'z'.repeat(3000), [page], many(0), many(1)]
    const job = defineJob({
      name: 'test.texts',
      input: Numbers,
      item: One,
      seed,
      run: async ({ item }) => ({ result: all[item.number], millicredits: 0 }),
    })
    await using world = await openJobs([job])
    const user = await world.addUser()
    const started = await world.jobs.start(job, user, { numbers: [0, 1, 2, 0] }, { millicredits: 0, ...medium })
    await world.ended(started)
    const results = await world.jobs.results(user.id, started.id, { limit: 10 })
    const written = [page, 'z'.repeat(3000), [page], page].map((result) => JSON.stringify(result))
    expect(results.map(({ json }) => json)).toEqual(written)
    const start = (number: number) => world.jobs.start(job, user, { numbers: [number] }, { millicredits: 0, ...medium })
    const [one, other] = [await start(3), await start(4)]
    for (const [started, expected] of [
      [one, many(0)],
      [other, many(1)],
    ] as const) {
      await world.ended(started)
      const [read] = await Array.fromAsync(world.jobs.stored(user.id, started.id))
      const text = (await Array.fromAsync(read!.json())).join('')
      expect(text === JSON.stringify(expected)).toBe(true)
    }
    const bodies = await world.store
      .db<{ job_bodies: { uses: number } }>()
      .selectFrom('job_bodies')
      .selectAll()
      .execute()
    // Each of the two texts is stored once, for the two results that contain it.
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

  test('stay those of the items if the merge fails, and the job has failed', async () => {
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

test('a task that is to run once runs once, and again only if it failed', async () => {
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

test('a job tells its step and URL, and the estimated time left', async () => {
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

test('an item without a key is refused, and so is one whose key is too long', async () => {
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
