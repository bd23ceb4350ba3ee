import { expect, test } from 'bun:test'
import { Flight } from '../../../core/limits/flight.ts'

test('the average covers the last ten seconds, to the millisecond', () => {
  const flight = new Flight(1_000_050)
  expect(flight.average(1_000_050)).toBe(0)
  flight.change(4, 1_000_050)
  expect([flight.count, flight.average(1_000_050)]).toEqual([4, 0])
  expect(flight.average(1_000_100)).toBe(0.02)
  expect(flight.average(1_005_000)).toBe(1.98)
  flight.change(-4, 1_005_000)
  expect([flight.count, flight.average(1_005_000), flight.average(1_010_000)]).toEqual([0, 1.98, 1.98])
  // What was in flight first is forgotten first, in steps of a tenth of a second.
  expect(flight.average(1_010_200)).toBeCloseTo(1.92, 10)
  expect(flight.average(1_015_000)).toBe(0)
})

test('requests in flight for longer count for all of the ten seconds', () => {
  const flight = new Flight(0)
  flight.change(3, 0)
  expect(flight.average(10_000)).toBe(3)
  expect(flight.average(500_000)).toBe(3)
  flight.change(-2, 500_000)
  expect(flight.average(505_000)).toBe(2)
  expect(flight.average(510_000)).toBe(1)
})

test('requests that begin and end in the same moment count for nothing', () => {
  const flight = new Flight(5)
  flight.change(100, 50)
  flight.change(-100, 50)
  expect([flight.count, flight.average(1000)]).toEqual([0, 0])
})
