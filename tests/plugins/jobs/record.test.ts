import { expect, test } from 'bun:test'
import type { JobEvent, JobRecord } from 'weirjs'
import { readCursor } from '../../../plugins/jobs/entries.ts'
import { showJob, showStatus } from '../../../plugins/jobs/show.ts'
import { jobStream } from '../../../plugins/jobs/stream.ts'

const job = (more: Partial<JobRecord> = {}) =>
  ({
    id: 'job_1',
    type: 'batch',
    status: 'running',
    shownStatus: 'processing',
    priority: 'high',
    url: 'https://a.example/',
    step: null,
    scheduled: false,
    completed: 2,
    failed: 1,
    total: 8,
    used: 2500,
    estimate: 9000,
    timeLeft: 12,
    createdAt: 1_700_000_000_000,
    startedAt: null,
    endedAt: null,
    error: null,
    events: 7,
    ...more,
  }) as unknown as JobRecord

test('a record shows the state of its job', () => {
  expect(showJob(job())).toEqual({
    id: 'job_1',
    status: 'processing',
    progress: 37.5,
    currentStep: 'processing',
    currentUrl: 'https://a.example/',
    pagesCompleted: 2,
    pagesTotal: 8,
    creditsUsed: 2.5,
    estimatedTimeRemaining: 12,
    type: 'batch',
    priority: 'high',
    total: 8,
    completed: 2,
    failed: 1,
    creditsEstimated: 9,
    createdAt: '2023-11-14T22:13:20.000Z',
    startedAt: null,
    completedAt: null,
    error: null,
  } as never)
  const broke = { code: 'crawl_failed', message: 'It broke', details: { reason: 'dns' } }
  const { startedAt, completedAt, error } = showJob(
    job({ startedAt: 1_700_000_001_000, endedAt: 1_700_000_002_000, error: broke } as never),
  )
  expect([startedAt, completedAt, error]).toEqual(['2023-11-14T22:13:21.000Z', '2023-11-14T22:13:22.000Z', broke])
})

test('the current step of a job is its own step, scheduled, or its final status', () => {
  const step = (more: object) => showStatus(job(more)).currentStep
  expect(step({ step: 'merging' })).toBe('merging')
  expect(step({ scheduled: true, step: 'merging' })).toBe('scheduled')
  expect(step({ scheduled: true, endedAt: 1, status: 'cancelled' })).toBe('cancelled')
})

/** The ids, names and data of the frames of an event. */
const framesOf = (event: object) => jobStream.frames(event as JobEvent).map(parsed)
const parsed = (frame: string | Uint8Array) => {
  const text = typeof frame === 'string' ? frame : new TextDecoder().decode(frame)
  const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]
  return [of('id'), of('event'), JSON.parse(of('data')!)]
}

test('an item makes two frames: the item, and the progress of the job', () => {
  const done = { url: 'https://a.example/', status: 'success', millicredits: 1500 }
  const item = { type: 'item', id: 7, jobId: 'job_1', jobStatus: 'processing', ...done }
  expect(framesOf({ ...item, completed: 2, failed: 1, total: 8 })).toEqual([
    ['7.1', 'url_completed', { url: 'https://a.example/', status: 'success', creditsUsed: 1.5 }],
    ['7.2', 'progress', { completed: 2, failed: 1, total: 8, progress: 37.5, successRate: 66.7, status: 'processing' }],
  ])
  expect(framesOf({ ...item, completed: 0, failed: 0, total: 0 })[1]![2]).toMatchObject({
    progress: 0,
    successRate: null,
  })
  expect(framesOf({ ...item, completed: 0, failed: 3, total: 3 })[1]![2]).toMatchObject({
    progress: 100,
    successRate: 0,
  })
  expect(framesOf({ type: 'end', id: 9, jobId: 'job_1', status: 'completed' })).toEqual([
    ['9.1', 'completed', { jobId: 'job_1', status: 'completed' }],
  ])
})

test('a stream without a last event id begins with the progress of the job', () => {
  expect(parsed(jobStream.snapshot(job()))).toEqual([
    '7.2',
    'progress',
    { completed: 2, failed: 1, total: 8, progress: 37.5, successRate: 66.7, status: 'processing' },
  ])
})

test('a stream continues after the last frame that its reader has seen', () => {
  expect(jobStream.resume('7.1')).toEqual({ after: 6, frames: 1 })
  expect(jobStream.resume('7.2')).toEqual({ after: 7, frames: 0 })
  for (const id of ['', '7', '7.3', '7.0', 'x7.1', '7.1x', `${'9'.repeat(16)}.1`, '-1.1'])
    expect([id, jobStream.resume(id)]).toEqual([id, undefined])
  expect(jobStream.resume(`${'9'.repeat(15)}.2`)).toEqual({ after: 999_999_999_999_999, frames: 0 })
})

test('a cursor is a number that an earlier page gave', () => {
  expect([readCursor(undefined), readCursor('0'), readCursor('999999999999999')]).toEqual([0, 0, 999_999_999_999_999])
  for (const cursor of ['', 'a', '-1', '1.5', '9'.repeat(16)]) expect(() => readCursor(cursor)).toThrow('nextCursor')
})
