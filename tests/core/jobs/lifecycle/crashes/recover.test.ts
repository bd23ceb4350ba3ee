import { expect, test } from 'bun:test'
import { defineJob, t } from 'weirjs'
import { hostLimits } from '../../../../../core/jobs/scheduling/host-limits.ts'
import { medium, openJobs } from '../../open-jobs.ts'

const visits = defineJob({
  name: 'test.visit',
  input: t.Object({ count: t.Integer() }),
  item: t.Object({ number: t.Integer() }),
  seed: ({ count }) =>
    Array.from({ length: count }, (_, number) => ({ key: `${number}`, value: { number }, host: 'a.example' })),
  run: async ({ item: { number } }) => ({ result: number, millicredits: 1000 }),
})

/** A job of some items in a store that no worker uses yet. */
async function waitingJob(count: number) {
  const world = await openJobs([visits], { works: false })
  const user = await world.addUser()
  const job = await world.jobs.start(visits, user, { count }, { millicredits: count * 1000, ...medium })
  return { world, user, job }
}

test('a job that was being ended when its process died ends at the next start', async () => {
  const { world, user, job } = await waitingJob(450)
  await using _ = world
  // As it stands before the first of its items is cancelled.
  await world.store.write((tx) =>
    tx
      .db<{ jobs: { id: string; ending: string; ready: number; wake_at: number | null } }>()
      .updateTable('jobs')
      .set({ ending: 'cancelled', ready: 0, wake_at: null })
      .where('id', '=', job.id)
      .execute(),
  )
  await world.start()
  expect(await world.ended(job)).toMatchObject({ status: 'cancelled', completed: 0, cancelled: 450 })
  expect(await world.credits.balance(user.id)).toMatchObject({ used: 0, held: 0 })
})

test('a host is visited again though the dead process had taken all of its permits', async () => {
  const { world, job } = await waitingJob(3)
  await using _ = world
  const taken = await world.store.write((tx) =>
    hostLimits.acquire(tx, 'a.example', 10, { now: Date.now(), waits: true }),
  )
  expect(taken).toMatchObject({ permits: 1 })
  await world.start()
  expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: 3 })
})

test('jobs that wait for a plugin that is not loaded are reported at the start, by kind', async () => {
  const { world, user } = await waitingJob(1)
  await world.jobs.start(visits, user, { count: 2 }, { millicredits: 2000, ...medium })
  await world.stopAll()
  const other = defineJob({ ...visits, name: 'test.other' })
  await using next = await openJobs([other], { dataDir: world.dataDir })
  const told = next.lines.filter((line) => line.includes('not loaded'))
  expect(told).toEqual([
    expect.stringMatching(
      / warn {2}Jobs wait for a plugin that is not loaded: with it in WEIR_PLUGINS they go on kind=test\.visit jobs=2\n$/,
    ),
  ])
  for (const { id } of (await next.jobs.list(user.id, { limit: 10 })).jobs)
    expect(await next.jobs.cancel(user.id, id)).toMatchObject({ status: 'cancelled', used: 0 })
  expect(await next.credits.balance(user.id)).toMatchObject({ used: 0, held: 0 })
})
