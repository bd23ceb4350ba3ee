import { expect, test } from 'bun:test'
import { defineJob } from 'weirjs'
import { doubling, Numbers, One, seed } from './numbers-job.ts'
import { medium, openJobs, until } from './open-jobs.ts'

/** Counts reported events as the metrics do. */
function counting() {
  const counts: Record<string, number> = {}
  const add = (...told: string[]) => {
    const key = told.join(' ')
    counts[key] = (counts[key] ?? 0) + 1
  }
  return {
    counts,
    metrics: {
      jobStarted: (kind: string) => add('started', kind),
      jobEnded: (kind: string, status: string) => add('ended', kind, status),
      itemEnded: (kind: string, outcome: string) => add('item', kind, outcome),
    },
  }
}

test('an accepted job, each of its items and its end are counted once', async () => {
  const { counts, metrics } = counting()
  const job = doubling()
  await using world = await openJobs([job], { metrics })
  const user = await world.addUser()
  await world.ended(await world.jobs.start(job, user, { numbers: [2, 6, 3] }, { millicredits: 4500, ...medium }))
  await world.ended(await world.jobs.start(job, user, { numbers: [5] }, { millicredits: 1500, ...medium }))
  expect(counts).toEqual({
    'started test.double': 2,
    'item test.double succeeded': 2,
    'item test.double failed': 2,
    'ended test.double completed': 2,
  })
})

test('items of a cancelled job are counted as cancelled, those that ended before by their outcome', async () => {
  const { counts, metrics } = counting()
  const under = new Set<number>()
  const job = defineJob({
    name: 'test.waiting',
    input: Numbers,
    item: One,
    seed,
    async run({ item: { number }, signal }) {
      if (number === 1) return { result: {}, millicredits: 0 }
      under.add(number)
      return await new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  await using world = await openJobs([job], { metrics, concurrency: 1 })
  const user = await world.addUser()
  const started = await world.jobs.start(job, user, { numbers: [1, 2, 3, 4] }, { millicredits: 0, ...medium })
  await until('the second item', () => under.has(2))
  await world.jobs.cancel(user.id, started.id)
  expect(await world.ended(started)).toMatchObject({ status: 'cancelled', completed: 1 })
  expect(counts).toEqual({
    'started test.waiting': 1,
    'item test.waiting succeeded': 1,
    'item test.waiting cancelled': 3,
    'ended test.waiting cancelled': 1,
  })
})
