import { expect, test } from 'bun:test'
import { Pauses } from '../../../../plugins/archive/upstream/pauses.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
let now = 0
const pauses = () => {
  now = Date.UTC(2026, 0, 1)
  return new Pauses(() => now)
}

test('a host that fails is paused for twice as long each time, up to ten seconds, until it responds', () => {
  const host = pauses()
  const failed = () => {
    host.failed({ status: 500 })
    const { left } = host
    now += left
    return left / SECOND
  }
  expect([failed(), failed(), failed(), failed(), failed(), failed()]).toEqual([1, 2, 4, 8, 10, 10])
  host.succeeded()
  expect(failed()).toBe(1)
})

test.each([
  ['for the time that it asks for', { status: 503, retryAfter: 7 * SECOND }, 7 * SECOND],
  ['for a minute after a 429 without Retry-After', { status: 429 }, 60 * SECOND],
  ['for at most an hour', { status: 429, retryAfter: 24 * HOUR }, HOUR],
  ['for at least a second', { status: 429, retryAfter: 0 }, SECOND],
])('a host is paused %s', (_, failure, left) => {
  const host = pauses()
  host.failed(failure)
  expect(host.left).toBe(left)
})

test('a clock that is set back does not make the pause longer than an hour', () => {
  const host = pauses()
  host.failed({ status: 429 })
  now -= 24 * HOUR
  expect(host.left).toBe(HOUR)
  now += HOUR
  expect(host.left).toBe(0)
})
