import { describe, expect, test } from 'bun:test'
import { type ConcurrencyRule, createInFlight } from '../../../core/limits/in-flight.ts'

const timed = () => {
  let now = 1_000_000
  return { inFlight: createInFlight(() => now), pass: (milliseconds: number) => (now += milliseconds) }
}
const enterprise: ConcurrencyRule = { concurrent: 100, burst: 50 }
const admit = (inFlight: ReturnType<typeof createInFlight>, count: number, rule = enterprise) =>
  Array.from({ length: count }, () => inFlight.acquire('usr_1', rule)).filter((release) => release !== undefined)

test('an account has as many requests in flight as its plan says, and another after one was released', () => {
  const { inFlight } = timed()
  const rule = { concurrent: 3, burst: null }
  const [first] = admit(inFlight, 3, rule)
  expect(inFlight.acquire('usr_1', rule)).toBeUndefined()
  expect(inFlight.acquire('usr_2', rule)).toBeFunction()
  first!()
  first!()
  expect(inFlight.count('usr_1')).toBe(2)
  expect(admit(inFlight, 3, rule)).toHaveLength(1)
})

describe('the average over ten seconds', () => {
  test('lets a hundred begin at once, and no more', () => {
    expect(admit(timed().inFlight, 130)).toHaveLength(100)
  })

  test('refuses the next when 90 have been in flight for 11 s, and lets it in when it was 40', () => {
    for (const [count, free] of [
      [90, false],
      [40, true],
    ] as const) {
      const { inFlight, pass } = timed()
      admit(inFlight, count)
      pass(11_000)
      expect(inFlight.acquire('usr_1', enterprise) !== undefined).toBe(free)
    }
  })

  test('is reached by a hundred after five seconds, and falls when they end', () => {
    const { inFlight, pass } = timed()
    const all = admit(inFlight, 100)
    all.pop()!()
    pass(5_000)
    expect(inFlight.acquire('usr_1', enterprise)).toBeFunction()
    pass(200)
    expect(inFlight.acquire('usr_1', enterprise)).toBeUndefined()
    for (const release of all) release()
    pass(4_700)
    expect(inFlight.acquire('usr_1', enterprise)).toBeUndefined()
    pass(400)
    expect(inFlight.acquire('usr_1', enterprise)).toBeFunction()
  })

  test('counts what came and went between, however often it is asked', () => {
    const { inFlight, pass } = timed()
    // 60 in flight half of the time are 30 on average.
    for (let i = 0; i < 200; i++) {
      const all = admit(inFlight, 60)
      expect(all).toHaveLength(60)
      pass(50)
      for (const release of all) release()
      pass(50)
    }
  })
})
