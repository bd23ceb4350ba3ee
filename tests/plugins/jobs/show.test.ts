import { expect, test } from 'bun:test'
import type { Caller, JobRecord } from 'weirjs'
import { percent, showJob } from '../../../plugins/jobs/show.ts'

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

test('an administrator is told what to do about an address that may not be fetched, and nobody else', () => {
  const error = { code: 'crawl_failed', message: 'Not fetched', details: { reason: 'forbidden_address' } }
  const job = { error, createdAt: 0, startedAt: 0, endedAt: 1, used: 0, estimate: 0 } as unknown as JobRecord
  const as = (role: string) => ({ account: { role }, permissions: ['*'] }) as unknown as Caller
  expect(showJob(job, as('user')).error).toEqual(error)
  expect(showJob(job, as('admin')).error?.details).toMatchObject({
    reason: 'forbidden_address',
    remedy: expect.stringContaining('WEIR_EGRESS_ALLOW'),
  })
})
