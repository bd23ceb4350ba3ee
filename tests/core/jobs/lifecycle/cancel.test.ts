import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { User } from '../../../../core/contracts/accounts.ts'
import type { ApiError } from '../../../../core/errors.ts'
import { recoverLostItems } from '../../../../core/jobs/lifecycle/recover.ts'
import { createJobAccounts } from '../../../../core/jobs/scheduling/accounts.ts'
import { createStopAccount } from '../../../../core/jobs/stop-account.ts'
import { readResults } from '../../../../core/jobs/store/results.ts'
import { storageError } from '../../../../core/store/storage-error.ts'
import { until } from '../open-jobs.ts'
import { type Lifecycle, NOW, openLifecycle } from './open-lifecycle.ts'

let world: Lifecycle
let user: User
beforeAll(async () => {
  world = await openLifecycle()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.clear()
  user = await world.addUser()
})

describe('cancelling', () => {
  test('ends at once the items that have not begun, erases the secrets and releases the hold', async () => {
    const job = await world.start(user, ['a', 'b'], { millicredits: 700 })
    expect(await world.cancel(job)).toMatchObject({
      status: 'cancelled',
      cancelled: 2,
      failed: 0,
      events: 1,
      ended_at: NOW,
    })
    expect(await world.states(job)).toEqual(['a cancelled', 'b cancelled'])
    expect((await world.credits.balance(user.id)).held).toBe(0)
    expect(world.told.metrics).toEqual([
      'started test.pages',
      'item test.pages cancelled',
      'item test.pages cancelled',
      'ended test.pages cancelled',
    ])
  })

  test('of all jobs of a suspended account goes on past one that cannot be cancelled yet', async () => {
    const [one, other] = [await world.start(user, ['a']), await world.start(user, ['b'])]
    await world.accounts.users.update(user.id, { status: 'suspended' })
    let writes = 0
    const write: typeof world.store.write = (work, options) =>
      ++writes === 1 ? Promise.reject(storageError('storage_unavailable')) : world.store.write(work, options)
    const store = Object.assign(Object.create(world.store), { write })
    const accounts = createJobAccounts(world.accounts)
    const openJobs = async () => [one.n, other.n]
    await createStopAccount({ ...world.ports, store, accounts, openJobs })(user.id)
    const statuses = async () => [(await world.job(one.id)).status, (await world.job(other.id)).status]
    expect(await statuses()).toEqual(['queued', 'cancelled'])
    await until('the retry', async () => (await statuses())[0] === 'cancelled')
  })

  test('changes nothing for a job that is being ended or has ended', async () => {
    const job = await world.start(user, ['a', 'b'])
    await world.claimed(user.id, 1)
    const first = await world.cancel(job)
    expect(first).toMatchObject({ ending: 'cancelled', status: 'running', cancelled: 1 })
    expect(await world.cancel(job)).toEqual(first)
    expect(world.told.aborted).toEqual([job.n])
  })

  test('does not need the plugin of the job: items of a dead worker end with their lease', async () => {
    const job = await world.start(user, ['a', 'b'], { millicredits: 700 })
    await world.claimed(user.id, 1)
    const registered = world.registry.get('test.pages')!
    world.registry.delete('test.pages')
    expect(await world.cancel(job)).toMatchObject({ status: 'running', ending: 'cancelled', cancelled: 1 })
    world.clock.pass(30_001)
    await recoverLostItems(world.ports, {})
    world.registry.set('test.pages', registered)
    expect(await world.job(job.id)).toMatchObject({ status: 'cancelled', cancelled: 2, running: 0, used: 0 })
    expect(await world.states(job)).toEqual(['a cancelled', 'b cancelled'])
    expect((await world.credits.balance(user.id)).held).toBe(0)
  })

  test('gives results to no more items than the job would have run', async () => {
    const registered = world.registry.get('test.pages')!
    const failed = async (error: ApiError) => error.code
    world.registry.set('test.pages', { ...registered, definition: { ...registered.definition, failed } })
    const job = await world.start(user, ['a', 'b', 'c', 'd', 'e'], { limit: 3 })
    await world.claimed(user.id, 1)
    expect(await world.cancel(job)).toMatchObject({ status: 'running', cancelled: 4 })
    const told = await readResults(world.store, job.n, { after: -1, limit: 100 })
    // One more is under way, whose result follows.
    expect(told.map(({ json }) => json)).toEqual(['"cancelled"', '"cancelled"'])
    world.registry.set('test.pages', registered)
  })

  test('continues by itself if one transaction cannot end all items', async () => {
    const job = await world.start(
      user,
      Array.from({ length: 401 }, (_, i) => `${i}`),
    )
    const first = await world.cancel(job)
    expect([first.status, first.cancelled]).toEqual(['queued', 200])
    while ((await world.job(job.id)).ended_at === null) await Bun.sleep(1)
    expect(await world.job(job.id)).toMatchObject({ status: 'cancelled', cancelled: 401 })
  })
})
