import { afterEach, describe, expect, jest, test } from 'bun:test'
import type { JobEvent, JobRecord } from '../../../../core/contracts/jobs/job-record.ts'
import { createEventBus } from '../../../../core/jobs/events/event-bus.ts'
import { createEventReader } from '../../../../core/jobs/events/reader.ts'
import type { JobRecords } from '../../../../core/jobs/records/records.ts'
import { type JobRow, State } from '../../../../core/jobs/store/tables.ts'
import type { Store } from '../../../../core/store/index.ts'

afterEach(() => void jest.useRealTimers())

const id = 'job_1'
interface Item {
  event: number
  key: string
  url: string | null
  state: number
  used: number
  event_completed: number
  event_failed: number
  event_total: number
}

/** A job in a store, with those of its items that have ended. */
function open(job: Partial<JobRow> = {}, over?: AbortSignal) {
  const row = {
    n: 7,
    id,
    kind: 'enrichment.run',
    events: 0,
    succeeded: 0,
    failed: 0,
    total: 9,
    skipped: 0,
    item_limit: null,
    ended_at: null,
  }
  Object.assign(row, job)
  const items: Item[] = []
  const reads: number[] = []
  const store = {
    get: async () => row,
    async all(_: unknown, n: number, after: number, limit: number) {
      expect(n).toBe(7)
      reads.push(after)
      return items.filter(({ event }) => event > after).slice(0, limit)
    },
  } as unknown as Store
  const bus = createEventBus()
  const find = async () => row as JobRow
  const registry = new Map([['enrichment.run', { definition: { statusWhileRunning: 'processing' } }]]) as never
  const get = async () => ({ id, endedAt: row.ended_at as number | null }) as JobRecord
  const reader = createEventReader(store, bus, registry, { find, get, over } as unknown as JobRecords)
  const finish = (url: string | null, state: number = State.succeeded): JobEvent => {
    row.events++
    if (state === State.succeeded) row.succeeded++
    else row.failed++
    const { events: event, succeeded: event_completed, failed: event_failed, total: event_total } = row
    items.push({ event, key: `key ${event}`, url, state, used: 500, event_completed, event_failed, event_total })
    return { type: 'item', jobId: id, id: event } as JobEvent
  }
  const end = (): JobEvent => {
    row.events++
    Object.assign(row, { ended_at: 1, status: 'completed' })
    return { type: 'end', jobId: id, id: row.events } as JobEvent
  }
  return { reader, bus, reads, finish, end, row }
}
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}
/** Reads until the end, and gives what was read. */
function follow(events: AsyncIterable<JobEvent>) {
  const seen: (string | number)[] = []
  const ended = (async () => {
    for await (const { type, id: event } of events) seen.push(type === 'end' ? 'end' : event)
  })()
  return { seen, ended }
}

describe('stored events', () => {
  test('say what became of each item, how the job stood then, and finally how it ended', async () => {
    const { reader, finish, end } = open({ total: 9, skipped: 1, item_limit: 5 })
    finish('https://a.test/1')
    finish(null, State.failed)
    const item = { type: 'item', jobId: id, jobStatus: 'processing', millicredits: 500, total: 9 } as const
    const one = { ...item, id: 1, url: 'https://a.test/1', status: 'success', completed: 1, failed: 0 } as const
    const two = { ...item, id: 2, url: 'key 2', status: 'failed', completed: 1, failed: 1 } as const
    expect(await reader.eventsAfter(id, 0)).toEqual([one, two])
    end()
    const last = { type: 'end', jobId: id, id: 3, status: 'completed', completed: 1, failed: 1, total: 5 } as const
    expect(await reader.eventsAfter(id, 0)).toEqual([one, two, last])
    expect(await reader.eventsAfter(id, 2)).toEqual([last])
    expect(await reader.eventsAfter(id, 3)).toEqual([])
  })

  test('are read two hundred at a time, with the end of the job in the last batch', async () => {
    const { reader, finish, end } = open()
    for (let i = 0; i < 201; i++) finish(null)
    end()
    const first = await reader.eventsAfter(id, 0)
    expect([first.length, first.at(-1)?.type]).toEqual([200, 'item'])
    expect((await reader.eventsAfter(id, 200)).map(({ type }) => type)).toEqual(['item', 'end'])
  })
})

describe('following a job', () => {
  test('gives the past events, then the live ones, and ends with the job', async () => {
    const { reader, bus, finish, end } = open()
    finish(null)
    const { seen, ended } = follow(reader.events('usr_1', id, 0))
    await settle()
    expect(seen).toEqual([1])
    bus.publish(id, finish(null))
    await settle()
    expect(seen).toEqual([1, 2])
    bus.publish(id, end())
    await ended
    expect([seen, bus.isHeard(id)]).toEqual([[1, 2, 'end'], false])
  })

  test('ends at once after the last event of an ended job, and at a position it never reached', async () => {
    const { reader, finish, end } = open()
    finish(null)
    for (const after of [2, 7]) {
      const running = follow(reader.events('usr_1', id, after))
      if (after === 7) await running.ended
      expect(running.seen).toEqual([])
    }
    end()
    const over = follow(reader.events('usr_1', id, 2))
    await over.ended
    expect(over.seen).toEqual([])
  })

  test('sees what another process has done once a second', async () => {
    jest.useFakeTimers()
    const { reader, finish, reads } = open()
    const { seen } = follow(reader.events('usr_1', id, 0))
    await settle()
    finish(null)
    jest.advanceTimersByTime(999)
    await settle()
    expect([seen, reads]).toEqual([[], [0]])
    jest.advanceTimersByTime(1)
    await settle()
    expect(seen).toEqual([1])
  })

  test('ends when its signal is aborted', async () => {
    const { reader, bus } = open()
    const controller = new AbortController()
    const { ended } = follow(reader.events('usr_1', id, 0, controller.signal))
    await settle()
    controller.abort(new Error('gone'))
    await expect(ended).rejects.toThrow('gone')
    expect(bus.isHeard(id)).toBe(false)
  })
})

describe('waiting for the end', () => {
  test('lasts until the job has ended', async () => {
    const { reader, bus, finish, end } = open()
    let ended: number | null = null
    const waiting = reader.waitForEnd('usr_1', id, 60_000).then(({ endedAt }) => {
      ended = endedAt
    })
    await settle()
    bus.publish(id, finish(null))
    await settle()
    expect(ended).toBe(null)
    bus.publish(id, end())
    await waiting
    expect([ended, bus.isHeard(id)] as unknown[]).toEqual([1, false])
  })

  test('ends at its timeout or when its signal is aborted, whatever the job does', async () => {
    const { reader } = open()
    expect((await reader.waitForEnd('usr_1', id, 0)).endedAt).toBe(null)
    expect((await reader.waitForEnd('usr_1', id, 5)).endedAt).toBe(null)
    const controller = new AbortController()
    const waiting = reader.waitForEnd('usr_1', id, 60_000, controller.signal)
    await settle()
    controller.abort()
    expect((await waiting).endedAt).toBe(null)
  })
})

test('a waiting caller gets the job as it stands once this process stops working on it', async () => {
  const over = new AbortController()
  const { reader } = open({}, over.signal)
  const waiting = reader.waitForEnd('usr_1', id, 60_000)
  over.abort()
  expect((await waiting).endedAt).toBeNull()
  expect((await reader.waitForEnd('usr_1', id, 60_000)).endedAt).toBeNull()
})
