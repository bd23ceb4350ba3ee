import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { User } from '../../../../core/contracts/accounts.ts'
import { pickUp, recoverLostItems, resumeJobs } from '../../../../core/jobs/lifecycle/recover.ts'
import { type Lifecycle, openLifecycle } from './open-lifecycle.ts'

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

describe('after a process has ended', () => {
  const recover = (more: Partial<Parameters<typeof recoverLostItems>[1]> = {}) => recoverLostItems(world.ports, more)
  const lines = () => world.lines.splice(0).filter((line) => line.includes('A process ended without stopping'))

  test('its items under way begin anew when their lease is over, and not before', async () => {
    const job = await world.start(user, ['a', 'b'])
    await world.claimed(user.id)
    world.clock.pass(30_000)
    await recover()
    expect(await world.states(job)).toEqual(['a running', 'b running'])
    world.clock.pass(1)
    lines()
    await recover()
    expect(await world.states(job)).toEqual(['a queued', 'b queued'])
    expect((await world.items(job)).map(({ kills, crashes }) => [kills, crashes])).toEqual([
      [1, 0],
      [1, 0],
    ])
    expect(lines()[0]).toContain('what it had under way is done again')
    expect(await world.job(job.id)).toMatchObject({ running: 0, ready: 1 })
  })

  test('nobody waits for its leases if it used the store alone, or if its place is taken', async () => {
    for (const dead of ['all', { predecessor: 'w' }] as const) {
      const job = await world.start(user, ['a'])
      await world.claimed(user.id)
      await recover({ dead: { predecessor: 'another' } })
      expect(await world.states(job)).toEqual(['a running'])
      await recover({ dead })
      expect(await world.states(job)).toEqual(['a queued'])
      await world.cancel(job)
    }
  })

  test('its items are given back if their plugin is not loaded, and go on if it is', async () => {
    const job = await world.start(user, ['a'])
    await world.claimed(user.id)
    const registered = world.registry.get('test.pages')!
    world.registry.delete('test.pages')
    await recover({ dead: 'all', crashed: true })
    world.registry.set('test.pages', registered)
    expect((await world.items(job)).map(({ kills, crashes }) => [kills, crashes])).toEqual([[0, 0]])
    expect(await world.job(job.id)).toMatchObject({ running: 0, ready: 0 })
    await resumeJobs(world.ports, false)
    expect((await world.claimed(user.id)).map(({ item }) => item.key)).toEqual(['a'])
  })

  test('each item it had is a suspect if it crashed', async () => {
    const job = await world.start(user, ['a', 'b'])
    await world.claimed(user.id)
    lines()
    await recover({ dead: 'all', crashed: true })
    expect((await world.items(job)).map(({ kills, crashes }) => [kills, crashes])).toEqual([
      [0, 1],
      [0, 1],
    ])
    expect(lines()[0]).toContain('done again, one at a time, as one of them may be the cause')
    // Suspects run one at a time.
    const [first, ...others] = await world.claimed(user.id)
    expect([first?.item.key, others]).toEqual(['a', []])
    expect(await world.claimed(user.id)).toEqual([])
    await world.complete([first!], () => ({ millicredits: 0 }))
    expect((await world.claimed(user.id)).map(({ item }) => item.key)).toEqual(['b'])
  })

  test('jobs that nobody would look at again go on, and those that were being ended end', async () => {
    const [stalled, ending] = [await world.start(user, ['a']), await world.start(user, ['b'])]
    await world.change(stalled, { ready: 0 })
    await world.change(ending, { ending: 'cancelled', ready: 0 })
    world.told.offers.length = 0
    await resumeJobs(world.ports, false)
    expect([(await world.job(stalled.id)).ready, world.told.offers]).toEqual([1, [`${user.id} 8`]])
    expect(await world.job(ending.id)).toMatchObject({ status: 'cancelled', cancelled: 1 })
  })

  test('the accounts that have work are offered again, and jobs that are being ended end', async () => {
    const other = await world.addUser('free')
    await world.start(user, ['a'])
    await world.start(other, ['b'])
    const ending = await world.start(user, ['c'])
    await world.change(ending, { ending: 'cancelled', ready: 0 })
    world.told.offers.length = 0
    await pickUp(world.ports)
    expect(world.told.offers.toSorted()).toEqual([`${user.id} 8`, `${other.id} 1`].toSorted())
    expect([world.told.aborted, (await world.job(ending.id)).status]).toEqual([[ending.n], 'cancelled'])
  })
})
