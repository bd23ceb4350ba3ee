import { expect, test } from 'bun:test'
import type { JobRecord, Kit } from 'weirjs'
import type { EnrichmentInput } from '../../../plugins/enrichment/row.ts'
import { percent, processedOf, showStatus } from '../../../plugins/enrichment/status.ts'

test('skipped rows are processed, though they no longer count in the total', () => {
  expect(processedOf({ completed: 3, failed: 2, total: 9 }, 10)).toBe(6)
})

test.each([
  [0, 200, 0],
  [1, 3, 33.3],
  [50, 200, 25],
  [200, 200, 100],
])('%p of %p rows are %p percent', (processed, rows, expected) => {
  expect(percent(processed, rows)).toBe(expected)
})

test('a job that has ended needs no more time, and a running one the time of its remaining rows', () => {
  const job = (changes: object) =>
    ({
      ...{ id: 'job_1', shownStatus: 'processing', completed: 3, failed: 2, total: 9, used: 2500, timeLeft: null },
      ...{ createdAt: 0, startedAt: 1000, endedAt: null },
      ...changes,
    }) as unknown as JobRecord
  const kit = { jobs: { estimateDuration: (_: unknown, __: unknown, left: number) => left * 10.4 } } as unknown as Kit
  const shown = (changes: object = {}) => showStatus(job(changes), { rows: 10 } as EnrichmentInput, kit)
  expect(shown()).toEqual({
    id: 'job_1',
    status: 'processing',
    totalRows: 10,
    rowsProcessed: 6,
    rowsSucceeded: 3,
    rowsFailed: 2,
    creditsUsed: 2.5,
    progress: 60,
    estimatedTimeRemaining: 42,
    createdAt: '1970-01-01T00:00:00.000Z',
    startedAt: '1970-01-01T00:00:01.000Z',
    completedAt: null,
  })
  expect(shown({ timeLeft: 7.6 }).estimatedTimeRemaining).toBe(8)
  expect(shown({ timeLeft: 7.6, endedAt: 2000 })).toMatchObject({
    estimatedTimeRemaining: 0,
    completedAt: '1970-01-01T00:00:02.000Z',
  })
  expect(shown({ startedAt: null }).startedAt).toBeNull()
})
