import { expect, test } from 'bun:test'
import type { JobRecord } from 'weirjs'
import { percent } from '../../../plugins/jobs/show.ts'

const of = (record: Partial<JobRecord>) =>
  percent({ completed: 0, failed: 0, total: 0, endedAt: null, status: 'running', ...record } as JobRecord)

test.each<[what: string, record: Partial<JobRecord>, expected: number]>([
  ['none of a job whose items are not known yet', {}, 0],
  ['none of one that was cancelled before', { status: 'cancelled', endedAt: 1 }, 0],
  ['the share of its items, those that failed with it, to a tenth', { completed: 1, failed: 1, total: 3 }, 66.7],
  ['what had been done of one that failed', { completed: 1, total: 4, status: 'failed', endedAt: 1 }, 25],
  ['all of one that is completed, with nothing to do too', { status: 'completed', endedAt: 1 }, 100],
  ['all of one that has skipped items', { completed: 3, total: 4, status: 'completed', endedAt: 1 }, 100],
])('the progress is %s', (_, record, expected) => {
  expect(of(record)).toBe(expected)
})
