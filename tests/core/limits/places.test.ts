import { describe, expect, test } from 'bun:test'
import { createPlaces, type PlaceRule } from '../../../core/limits/places.ts'

const timed = () => {
  let now = 1_000_000
  return { places: createPlaces(() => now), pass: (milliseconds: number) => (now += milliseconds) }
}
const enterprise: PlaceRule = { concurrent: 100, burst: 50 }
const takeMany = (places: ReturnType<typeof createPlaces>, count: number, rule = enterprise) =>
  Array.from({ length: count }, () => places.take('usr_1', rule)).filter((free) => free !== undefined)

test('an account has as many places as its plan says, each account its own, and a freed one can be taken', () => {
  const { places } = timed()
  const rule = { concurrent: 3, burst: null }
  const [first] = takeMany(places, 3, rule)
  expect(places.take('usr_1', rule)).toBeUndefined()
  expect(places.take('usr_2', rule)).toBeFunction()
  first!()
  first!()
  expect(places.inFlight('usr_1')).toBe(2)
  expect(takeMany(places, 3, rule)).toHaveLength(1)
})

describe('the average over ten seconds', () => {
  test('lets a hundred begin at once, and no more', () => {
    expect(takeMany(timed().places, 130)).toHaveLength(100)
  })

  test('refuses the next when 90 have been in flight for 11 s, and lets it in when it was 40', () => {
    for (const [count, free] of [
      [90, false],
      [40, true],
    ] as const) {
      const { places, pass } = timed()
      takeMany(places, count)
      pass(11_000)
      expect(places.take('usr_1', enterprise) !== undefined).toBe(free)
    }
  })

  test('is reached by a hundred after five seconds, and falls when they end', () => {
    const { places, pass } = timed()
    const all = takeMany(places, 100)
    all.pop()!()
    pass(5_000)
    expect(places.take('usr_1', enterprise)).toBeFunction()
    pass(200)
    expect(places.take('usr_1', enterprise)).toBeUndefined()
    for (const free of all) free()
    pass(4_700)
    expect(places.take('usr_1', enterprise)).toBeUndefined()
    pass(400)
    expect(places.take('usr_1', enterprise)).toBeFunction()
  })

  test('counts what came and went between, however often it is asked', () => {
    const { places, pass } = timed()
    // 60 in flight half of the time are 30 on average.
    for (let i = 0; i < 200; i++) {
      const all = takeMany(places, 60)
      expect(all).toHaveLength(60)
      pass(50)
      for (const free of all) free()
      pass(50)
    }
  })
})
