import { afterAll, afterEach, describe, expect, spyOn, test } from 'bun:test'
import { ApiError, type ErrorCode } from '../../../../core/errors.ts'
import {
  type AttemptCounts,
  type NotDone,
  type ProcessEnd,
  resolveEnd,
} from '../../../../core/jobs/lifecycle/resolve-end.ts'
import type { RegisteredJob } from '../../../../core/jobs/registry.ts'
import type { JobRow } from '../../../../core/jobs/store/tables.ts'
import { createLog } from '../../../../core/log.ts'

const random = spyOn(Math, 'random').mockReturnValue(0)
afterEach(() => void random.mockReturnValue(0))
// Files that are tested later in this process get the real randomness.
afterAll(() => void random.mockRestore())

const running = { id: 'job_1', ending: null, max_attempts: 3, item_limit: null, skipped: 0 } as JobRow
const registered = { failure: 'scraping_failed' } as RegisteredJob

/** What follows from the end of an attempt, what is counted, and what is logged. */
function resolve(end: NotDone, counts: Partial<AttemptCounts> = {}, job: Partial<JobRow> = {}) {
  const counted = { failures: 0, kills: 0, crashes: 0, ...counts }
  const lines: string[] = []
  const log = createLog('text', (line) => lines.push(line))
  const resolution = resolveEnd({ log }, { ...running, ...job }, registered, end, counted)
  return { resolution: resolution as unknown, counted, lines }
}
const lost = (end: ProcessEnd): NotDone => ({ kind: 'lost', end })
const failed = (more: { retryAfter?: number; failsJob?: boolean }): NotDone => ({
  kind: 'failed',
  error: new ApiError('timeout', 'It took too long', {}, more),
})
/** A failure after which the item is given up, as the caller sees it. */
const givenUp = (code: ErrorCode, message: string, reason: string) => ({
  kind: 'failed',
  error: expect.objectContaining({ code, message, details: { reason } }),
})
const interrupted = givenUp(
  'scraping_failed',
  'The service was killed too often while it processed this item',
  'interrupted',
)
const crashed = givenUp('scraping_failed', 'The service crashed each time it processed this item', 'crashed')

describe('a failed attempt', () => {
  test('is repeated after the time the failure names, then after twice as long', () => {
    expect(resolve(failed({ retryAfter: 2 })).resolution).toEqual({ kind: 'again', delay: 2000 })
    const second = resolve(failed({ retryAfter: 2 }), { failures: 1 })
    expect([second.resolution, second.counted.failures]).toEqual([{ kind: 'again', delay: 4000 }, 2])
    const fourth = resolve(failed({ retryAfter: 2 }), { failures: 3 }, { max_attempts: 9 })
    expect(fourth.resolution).toEqual({ kind: 'again', delay: 16_000 })
  })

  test('waits up to a tenth longer, so that not all retries come at once, and ten minutes at most', () => {
    random.mockReturnValue(0.5)
    expect(resolve(failed({ retryAfter: 2 })).resolution).toEqual({ kind: 'again', delay: 2100 })
    expect(resolve(failed({ retryAfter: 599 })).resolution).toEqual({ kind: 'again', delay: 600_000 })
    random.mockReturnValue(0)
    expect(resolve(failed({ retryAfter: 599 })).resolution).toEqual({ kind: 'again', delay: 599_000 })
  })

  test('is the last if it names no time, if it fails the job, or if no more attempts are allowed', () => {
    for (const [end, failures] of [
      [failed({}), 0],
      [failed({ retryAfter: 1, failsJob: true }), 0],
      [failed({ retryAfter: 1 }), 2],
    ] as const) {
      const { resolution, counted } = resolve(end, { failures })
      expect([resolution, counted.failures]).toEqual([end, failures + 1])
    }
  })

  test('shows that its item does not crash the process', () =>
    expect(resolve(failed({ retryAfter: 1 }), { crashes: 1 }).counted).toEqual({ failures: 1, kills: 0, crashes: 0 }))

  test('is the last if the job is being ended, and counts for nothing', () => {
    const end = failed({ retryAfter: 1 })
    const { resolution, counted } = resolve(end, { crashes: 1 }, { ending: 'cancelled' })
    expect([resolution, counted]).toEqual([end, { failures: 0, kills: 0, crashes: 1 }])
  })
})

describe('a lost attempt', () => {
  test('begins again at once after a stop, and counts for nothing', () => {
    const { resolution, counted } = resolve(lost({ by: 'stop' }), { kills: 14, crashes: 1 })
    expect([resolution, counted]).toEqual([
      { kind: 'again', delay: 0 },
      { failures: 0, kills: 14, crashes: 1 },
    ])
  })

  test('begins again at once after each of three kills, then later each time, and is given up after fifteen', () => {
    const after = (kills: number) => resolve(lost({ by: 'kill' }), { kills: kills - 1 })
    const delays = [1, 2, 3, 4, 5, 14].map((kills) => after(kills).resolution)
    expect(delays).toEqual([0, 0, 0, 2000, 4000, 2_048_000].map((delay) => ({ kind: 'again', delay })))
    expect(after(14).lines).toEqual([])
    const last = after(15)
    expect([last.resolution, last.counted.kills]).toEqual([interrupted, 15])
    expect(last.lines.join()).toContain('too many processes were killed with it')
  })

  test('is given up after a second crash, or a third if another item may have been the cause', () => {
    const after = (crashes: number, newcomers: boolean) =>
      resolve(lost({ by: 'crash', newcomers }), { crashes: crashes - 1 })
    expect(after(1, false)).toMatchObject({
      resolution: { kind: 'again', delay: 0 },
      counted: { crashes: 1 },
      lines: [],
    })
    expect(after(2, true)).toMatchObject({ resolution: { kind: 'again', delay: 0 }, counted: { crashes: 2 } })
    for (const last of [after(2, false), after(3, true)]) {
      expect(last.resolution).toEqual(crashed)
      expect(last.lines.join()).toContain('the process crashed with it each time')
    }
  })

  test('is cancelled with a job that is being ended, however it was lost', () => {
    for (const end of [lost({ by: 'stop' }), lost({ by: 'kill' }), lost({ by: 'crash', newcomers: true })]) {
      const { resolution, counted } = resolve(end, {}, { ending: 'failed' })
      expect([resolution, counted]).toEqual([{ kind: 'cancelled' }, { failures: 0, kills: 0, crashes: 0 }])
    }
  })
})

test('a cancelled attempt is not repeated', () => {
  const { resolution, counted } = resolve({ kind: 'cancelled' }, { crashes: 1 })
  expect([resolution, counted.crashes]).toEqual([{ kind: 'cancelled' }, 1])
})
