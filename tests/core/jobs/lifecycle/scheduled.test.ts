import { expect, test } from 'bun:test'
import { defineJob, t } from 'weirjs'
import { readOpenJobs } from '../../../../core/jobs/store/open-jobs.ts'
import { medium, openJobs, until } from '../open-jobs.ts'

/** A job of one item that ends when the test says so. */
function held(maxConcurrentJobs?: number) {
  const finish: (() => void)[] = []
  const job = defineJob({
    name: 'test.held',
    input: t.Object({}),
    item: t.Object({}),
    seed: () => [{ key: 'one', value: {} }],
    maxConcurrentJobs: () => maxConcurrentJobs ?? null,
    async run() {
      await new Promise<void>((resolve) => finish.push(resolve))
      return { millicredits: 0 }
    },
  })
  return { job, finish }
}
const options = { millicredits: 0, ...medium }
const HOUR = 3_600_000

test('a job that begins later is scheduled, and does not count as waiting', async () => {
  const { job, finish } = held()
  await using world = await openJobs([job])
  const user = await world.addUser()
  const runAt = Date.now() + HOUR
  const later = await world.jobs.start(job, user, {}, { ...options, runAt })
  expect(later).toMatchObject({ status: 'queued', scheduled: true, runAt })
  expect(later.timeLeft).toBeGreaterThan(HOUR / 2)
  const now = await world.jobs.start(job, user, {}, options)
  await until('the other one', () => finish.length === 1)
  expect(await world.jobs.get(user.id, now.id)).toMatchObject({ status: 'running', scheduled: false })

  for (const account of [user.id, undefined])
    expect(await world.jobs.count(account)).toMatchObject({
      byStatus: { queued: 0, running: 1, completed: 0, failed: 0, cancelled: 0 },
      scheduled: 1,
      longestWait: 0,
    })
  const ids = async (filter: object) =>
    (await world.jobs.list(user.id, { limit: 10, ...filter })).jobs.map(({ id }) => id)
  expect(await ids({ status: 'queued' })).toEqual([later.id])
  expect(await ids({ status: 'queued', scheduled: false })).toEqual([])
  expect(await ids({ scheduled: true })).toEqual([later.id])
  expect(await ids({ scheduled: false })).toEqual([now.id])
  expect((await readOpenJobs(world.store)).map(({ status, jobs }) => [status, Number(jobs)]).toSorted()).toEqual([
    ['running', 1],
    ['scheduled', 1],
  ])

  finish[0]!()
  await world.ended(now)
  expect(await world.jobs.cancel(user.id, later.id)).toMatchObject({ status: 'cancelled', scheduled: false })
  expect((await world.jobs.count(user.id)).scheduled).toBe(0)
})

test('a scheduled job does not count as one of those at once, and begins when there is room', async () => {
  const { job, finish } = held(1)
  await using world = await openJobs([job])
  const user = await world.addUser()
  const later = await world.jobs.start(job, user, {}, { ...options, runAt: Date.now() + 300 })
  const now = await world.jobs.start(job, user, {}, options)
  await expect(world.jobs.start(job, user, {}, options)).rejects.toMatchObject({ status: 429 })
  await until('its time', async () => (await world.jobs.get(user.id, later.id)).runAt! < Date.now() - 200)
  expect(await world.jobs.get(user.id, later.id)).toMatchObject({ scheduled: true, startedAt: null })
  expect(finish).toHaveLength(1)
  finish[0]!()
  expect(await world.ended(now)).toMatchObject({ status: 'completed' })
  await until('the later one', () => finish.length === 2)
  finish[1]!()
  expect(await world.ended(later)).toMatchObject({ status: 'completed' })
})
