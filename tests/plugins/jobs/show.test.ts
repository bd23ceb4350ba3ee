import { expect, test } from 'bun:test'
import type { JobRecord } from 'weirjs'
import { percent } from '../../../plugins/jobs/show.ts'

const of = (record: Partial<JobRecord>) =>
  percent({ completed: 0, failed: 0, total: 0, endedAt: null, status: 'running', ...record } as JobRecord)

test.each<[what: string, record: Partial<JobRecord>, expected: number]>([
  ['0 for a job whose items are not known yet', {}, 0],
  ['0 for one that was cancelled before that', { status: 'cancelled', endedAt: 1 }, 0],
  ['the share of ended items, including failures, to a tenth', { completed: 1, failed: 1, total: 3 }, 66.7],
  ['the share at its end for a job that failed', { completed: 1, total: 4, status: 'failed', endedAt: 1 }, 25],
  ['100 for a completed job, even without items', { status: 'completed', endedAt: 1 }, 100],
  ['100 for a completed job that skipped items', { completed: 3, total: 4, status: 'completed', endedAt: 1 }, 100],
])('the progress is %s', (_, record, expected) => {
  expect(of(record)).toBe(expected)
})
