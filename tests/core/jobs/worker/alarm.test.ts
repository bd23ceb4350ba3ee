import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from 'bun:test'
import type { User } from '../../../../core/contracts/accounts.ts'
import { hostLimits } from '../../../../core/jobs/scheduling/host-limits.ts'
import type { JobTables } from '../../../../core/jobs/store/tables.ts'
import { Alarm } from '../../../../core/jobs/worker/alarm.ts'
import type { Store } from '../../../../core/store/index.ts'
import { type Lifecycle, NOW, openLifecycle } from '../lifecycle/open-lifecycle.ts'

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
afterEach(() => void jest.useRealTimers())

/** An alarm that sleeps at most ten seconds, and the number of its looks. */
function open() {
  let looks = 0
  let failure: Error | undefined
  const store = new Proxy(world.store, {
    get(target, name) {
      if (name === 'get' && looks++ >= 0 && failure) throw failure
      return Reflect.get(target, name, target)
    },
  }) as Store
  const alarm = new Alarm({ ...world.ports, store }, 10_000)
  return {
    alarm,
    looks: () => looks / 3,
    fail: (error?: Error) => {
      failure = error
    },
  }
}
/** Lets time pass on both clocks, and the work that is due then be done. */
const pass = async (alarm: Alarm, milliseconds: number) => {
  world.clock.pass(milliseconds)
  jest.advanceTimersByTime(milliseconds)
  await alarm.idle()
}

test('the alarm looks when something falls due, does it, and looks again when the next task does', async () => {
  const job = await world.start(user, ['a'], { runAt: NOW + 3000 })
  jest.useFakeTimers()
  const { alarm, looks } = open()
  alarm.set(NOW + 5000)
  alarm.set(NOW + 3000)
  alarm.set(NOW + 4000)
  await pass(alarm, 2999)
  expect(looks()).toBe(0)
  await pass(alarm, 1)
  expect([looks() > 0, (await world.job(job.id)).activated]).toEqual([true, 1])
  alarm.stop()
})

test('the alarm looks at once for what was due before, and then at least every ten seconds', async () => {
  jest.useFakeTimers()
  const { alarm, looks } = open()
  alarm.set(0)
  await pass(alarm, 0)
  expect(looks()).toBe(1)
  await pass(alarm, 9999)
  expect(looks()).toBe(1)
  await pass(alarm, 1)
  expect(looks()).toBe(2)
  alarm.stop()
})

test('the alarm looks no more once it has stopped', async () => {
  jest.useFakeTimers()
  const { alarm, looks } = open()
  alarm.set(NOW + 100)
  alarm.stop()
  alarm.set(NOW + 200)
  await pass(alarm, 20_000)
  expect(looks()).toBe(0)
})

test('the alarm looks again a second later if a look failed', async () => {
  jest.useFakeTimers()
  const { alarm, looks, fail } = open()
  fail(new Error('out of reach'))
  alarm.set(NOW)
  await pass(alarm, 0)
  expect(world.lines.join()).toContain('What is due could not be looked at yet')
  fail()
  const before = looks()
  await pass(alarm, 999)
  expect(looks()).toBe(before)
  await pass(alarm, 1)
  expect(looks()).toBeGreaterThan(before)
  alarm.stop()
})

test('the pauses of hosts are shortened after the clock was set back, also if the store failed at first', async () => {
  const HOUR = 3_600_000
  const HOST = 'paused.example'
  await world.store.write((tx) => hostLimits.setPolicy(tx, HOST, { notBefore: NOW + 60_000 }, NOW))
  jest.useFakeTimers()
  let fails = true
  const store = new Proxy(world.store, {
    get(target, name) {
      if (name === 'write' && fails) throw new Error('out of reach')
      return Reflect.get(target, name, target)
    },
  }) as Store
  const alarm = new Alarm({ ...world.ports, store }, 10_000)
  world.clock.pass(-HOUR)
  alarm.set(0)
  await pass(alarm, 0)
  fails = false
  await pass(alarm, 1000)
  const hosts = world.store.db<JobTables>().selectFrom('job_hosts').select('next_at').where('host', '=', HOST)
  expect(Number((await hosts.executeTakeFirst())?.next_at)).toBeLessThanOrEqual(world.clock.now() + 60_000)
  alarm.stop()
})

test('the alarm is idle only when the last of several looks has ended', async () => {
  const began = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let looks = 0
  const store = new Proxy(world.store, {
    get(target, name) {
      if (name !== 'get' || ++looks > 1) return Reflect.get(target, name, target)
      began.resolve()
      return () => goOn.promise
    },
  }) as Store
  const alarm = new Alarm({ ...world.ports, store }, 10_000)
  alarm.set(0)
  await began.promise
  alarm.set(0)
  // Until the second look has ended.
  while (looks < 4) await new Promise((resolve) => setTimeout(resolve, 1))
  let isIdle = false
  const idle = alarm.idle().then(() => {
    isIdle = true
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isIdle).toBe(false)
  goOn.resolve()
  await idle
  alarm.stop()
})
