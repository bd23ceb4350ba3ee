import { describe, expect, test } from 'bun:test'
import { type ConcurrencyRule, createMemoryInFlight, type InFlight } from '../../../core/limits/in-flight.ts'

const timed = () => {
  let now = 1_000_000
  return { inFlight: createMemoryInFlight(() => now), pass: (milliseconds: number) => (now += milliseconds) }
}
const enterprise: ConcurrencyRule = { concurrent: 100, burst: 50 }
const admit = async (inFlight: InFlight, count: number, rule = enterprise) =>
  (await Promise.all(Array.from({ length: count }, () => inFlight.acquire('usr_1', rule)))).filter(
    (release) => release !== undefined,
  )

test('an account has as many requests in flight as its plan says, and another after a release', async () => {
  const { inFlight } = timed()
  const rule = { concurrent: 3, burst: null }
  const [first] = await admit(inFlight, 3, rule)
  expect(await inFlight.acquire('usr_1', rule)).toBeUndefined()
  expect(await inFlight.acquire('usr_2', rule)).toBeFunction()
  first!()
  first!()
  expect(inFlight.count('usr_1')).toBe(2)
  expect(await admit(inFlight, 3, rule)).toHaveLength(1)
})

test('an account without a limit has any number in flight', async () => {
  const { inFlight } = timed()
  const rule = { concurrent: null, burst: null }
  const all = await admit(inFlight, 1000, rule)
  expect([all.length, inFlight.count('usr_1')]).toEqual([1000, 1000])
  for (const release of all) release()
  expect(inFlight.count('usr_1')).toBe(0)
})

describe('the average over ten seconds', () => {
  test('lets a hundred begin at once, and no more', async () => {
    expect(await admit(timed().inFlight, 130)).toHaveLength(100)
  })

  test('limits an account that has no other limit', async () => {
    const { inFlight, pass } = timed()
    const rule = { concurrent: null, burst: 50 }
    expect(await admit(inFlight, 50, rule)).toHaveLength(50)
    pass(10_000)
    expect(await inFlight.acquire('usr_1', rule)).toBeUndefined()
  })

  test('refuses the next when 90 have been in flight for 11 s, and accepts it when it was 40', async () => {
    for (const [count, free] of [
      [90, false],
      [40, true],
    ] as const) {
      const { inFlight, pass } = timed()
      await admit(inFlight, count)
      pass(11_000)
      expect((await inFlight.acquire('usr_1', enterprise)) !== undefined).toBe(free)
    }
  })

  test('is reached by a hundred after five seconds, and falls when they end', async () => {
    const { inFlight, pass } = timed()
    const all = await admit(inFlight, 100)
    all.pop()!()
    pass(5_000)
    all.push((await inFlight.acquire('usr_1', enterprise))!)
    pass(200)
    expect(await inFlight.acquire('usr_1', enterprise)).toBeUndefined()
    for (const release of all) release()
    expect(inFlight.count('usr_1')).toBe(0)
    pass(4_700)
    expect(await inFlight.acquire('usr_1', enterprise)).toBeUndefined()
    pass(400)
    expect(await inFlight.acquire('usr_1', enterprise)).toBeFunction()
  })

  test('counts requests that came and went in between, however often it is asked', async () => {
    const { inFlight, pass } = timed()
    // 60 in flight half of the time are 30 on average.
    for (let i = 0; i < 200; i++) {
      const all = await admit(inFlight, 60)
      expect(all).toHaveLength(60)
      pass(50)
      for (const release of all) release()
      pass(50)
    }
  })
})
