import { expect, test } from 'bun:test'
import type { Account } from '../../../../core/contracts/account.ts'
import { Busy, Lane } from '../../../../plugins/archive/upstream/lane.ts'
import { OwnPace } from '../../../../plugins/archive/upstream/pace.ts'
import { setClock, whileTimePasses } from '../open.ts'

const MINUTE = 60_000
const account = (id: string) => ({ id, plan: 'pro' }) as Account
const never = new AbortController().signal

function open({
  perMinute = 3,
  atOnce = 2,
  patience = 2 * MINUTE,
}: {
  perMinute?: number
  atOnce?: number
  patience?: number
} = {}) {
  const clock = setClock()
  const lane = new Lane({ pace: new OwnPace({ perMinute, now: clock.now }), atOnce, patience })
  const begun: { who: string; at: number }[] = []
  const run = async (who: string, signal = never) => {
    const release = await lane.enter({ account: account(who), signal })
    begun.push({ who, at: clock.now() })
    release()
  }
  return { clock, lane, begun, run }
}

/** The maximum of requests within any minute. */
const most = (begun: readonly { at: number }[]) =>
  Math.max(...begun.map(({ at }) => begun.filter((other) => other.at > at - MINUTE && other.at <= at).length))

test('starts as many requests within a minute as allowed, and no more', async () => {
  const { clock, begun, run } = open()
  await whileTimePasses(Promise.all(Array.from({ length: 10 }, () => run('a'))), clock, 5000)
  expect(begun).toHaveLength(10)
  expect(most(begun)).toBe(3)
  const [first, , third, fourth] = begun.map(({ at }) => at - begun[0]!.at)
  expect([first, third, fourth! >= MINUTE]).toEqual([0, 0, true])
})

test('alternates between accounts', async () => {
  const { clock, begun, run } = open({ atOnce: 1 })
  const all = [...Array.from({ length: 6 }, () => run('many')), run('one')]
  await whileTimePasses(Promise.all(all), clock, 5000)
  expect(begun.findIndex(({ who }) => who === 'one')).toBeLessThan(3)
})

test('fails at once if the wait would be too long', async () => {
  const { clock, lane, begun, run } = open({ patience: 30_000 })
  for (let i = 0; i < 3; i++) await run('a')
  expect(await run('b').catch((error) => error)).toBeInstanceOf(Busy)
  expect(lane.wait).toBe(MINUTE)
  clock.pass(31_000)
  await whileTimePasses(run('b'), clock, 1000)
  expect(begun[3]!.at - begun[0]!.at).toBeGreaterThanOrEqual(MINUTE)
})

test('is closed for a minute after a 429 without Retry-After, and for the given time otherwise', async () => {
  const { clock, lane } = open()
  lane.failed({ status: 429 })
  expect(lane.wait).toBe(MINUTE)
  clock.pass(MINUTE)
  lane.failed({ status: 429, retryAfter: 7000 })
  expect(lane.wait).toBe(7000)
  lane.failed({ status: 429, retryAfter: 2000 })
  expect(lane.wait).toBe(7000)
  clock.pass(7000)
  lane.failed({ status: 429, retryAfter: 10 ** 12 })
  expect(lane.wait).toBe(60 * MINUTE)
})

test('waits longer after each failure, and not after a success', () => {
  const { clock, lane } = open()
  const waits = Array.from({ length: 6 }, () => {
    lane.failed({ status: 503 })
    const { wait } = lane
    clock.pass(wait)
    return wait
  })
  expect(waits).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000])
  lane.succeeded()
  lane.failed({ status: 503 })
  expect(lane.wait).toBe(1000)
})

test('gives the place of an aborted request to others', async () => {
  const { clock, begun, run } = open({ atOnce: 1, perMinute: 1 })
  await run('a')
  const leaving = new AbortController()
  const left = run('b', leaving.signal).catch((error) => error)
  const queued = run('c', leaving.signal).catch((error) => error)
  const staying = run('d')
  leaving.abort(new Error('gone'))
  expect([(await left).message, (await queued).message]).toEqual(['gone', 'gone'])
  await whileTimePasses(staying, clock, 5000)
  expect(begun.map(({ who }) => who)).toEqual(['a', 'd'])
})

test('is closed for no longer than a minute if the clock is set back', async () => {
  const { clock, lane, run } = open({ perMinute: 1 })
  await run('a')
  clock.pass(-10 * 60 * MINUTE)
  expect(lane.wait).toBe(MINUTE)
})

test('counts only requests in flight if there is no limit', async () => {
  const clock = setClock()
  const lane = new Lane({ pace: new OwnPace({ now: clock.now }), atOnce: 2, patience: 1000 })
  const enter = () => lane.enter({ account: account('a'), signal: never })
  const [first] = [await enter(), await enter()]
  let isIn = false
  const third = enter().then((release) => {
    isIn = true
    return release
  })
  await Bun.sleep(20)
  expect(isIn).toBe(false)
  first()
  await third
  expect(lane.wait).toBe(0)
})
