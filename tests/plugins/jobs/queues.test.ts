import { expect, test } from 'bun:test'
import type { JobCounts } from 'weirjs'
import { health } from '../../../plugins/jobs/queues.ts'

const MINUTE = 60_000

test.each([
  ['healthy', MINUTE, undefined],
  ['degraded', MINUTE + 1, undefined],
  ['unhealthy', 0, 'The disk is full'],
] as const)('a queue is %s after a wait of %i ms with the trouble %p', (state, longestWait, trouble) => {
  expect(health({ longestWait } as JobCounts, { trouble } as Parameters<typeof health>[1])).toBe(state)
})
