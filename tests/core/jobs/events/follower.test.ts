import { afterEach, describe, expect, jest, test } from 'bun:test'
import type { JobEvent } from '../../../../core/contracts/jobs/job-record.ts'
import { createEventBus } from '../../../../core/jobs/events/event-bus.ts'
import { createFollower } from '../../../../core/jobs/events/follower.ts'
import { createProcesses, noProcesses } from '../../../../core/jobs/events/processes.ts'
import { createLog } from '../../../../core/log.ts'
import type { Store } from '../../../../core/store/index.ts'
import type { SignalListener } from '../../../../core/store/port.ts'

afterEach(() => void jest.useRealTimers())
const settle = async () => {
  for (let i = 0; i < 30; i++) await Promise.resolve()
}
const item = (id: number) => ({ type: 'item', id }) as JobEvent

describe('the events of other processes', () => {
  /** A follower of jobs, each with this many stored events. */
  function open(stored: Record<string, number> = {}) {
    const lines: string[] = []
    const reads: string[] = []
    const queries: unknown[] = []
    const query = {
      select: () => query,
      where(_: string, __: string, ids: string[]) {
        queries.push(ids)
        return query
      },
      execute: async () => Object.entries(stored).map(([id, events]) => ({ id, events })),
    }
    const bus = createEventBus()
    let failure: Error | undefined
    const follower = createFollower({
      store: { db: () => ({ selectFrom: () => query }) } as unknown as Store,
      bus,
      async read(jobId, after) {
        reads.push(`${jobId} ${after}`)
        if (failure) throw failure
        // Two at a time.
        const last = Math.min(stored[jobId] ?? 0, after + 2)
        return Array.from({ length: Math.max(0, last - after) }, (_, i) => item(after + 1 + i))
      },
      log: createLog('text', (line) => lines.push(line)),
    })
    const heard: number[] = []
    const listen = (jobId = 'job_1') => bus.listen(jobId, { event: ({ id }) => void heard.push(id) })
    return {
      follower,
      bus,
      stored,
      reads,
      heard,
      lines,
      queries,
      listen,
      fail: (error?: Error) => {
        failure = error
      },
    }
  }

  test("are read and published if somebody listens here, from the listener's position on", async () => {
    const { follower, bus, heard, listen, reads, stored } = open({ job_1: 9 })
    follower.event('job_1', 9)
    await settle()
    expect(reads).toEqual([])
    listen()
    bus.publish('job_1', item(4))
    follower.event('job_1', 9)
    await settle()
    expect([heard, reads]).toEqual([
      [4, 5, 6, 7, 8, 9],
      ['job_1 4', 'job_1 6', 'job_1 8'],
    ])
    follower.event('job_1', 9)
    follower.event('job_1', 3)
    await settle()
    expect(reads).toHaveLength(3)
    stored.job_1 = 10
    follower.event('job_1', 10)
    await settle()
    expect(heard.at(-1)).toBe(10)
    follower.close()
  })

  test('are published from the announced event on if nothing was known before', async () => {
    const { follower, heard, listen } = open({ job_1: 9 })
    listen()
    follower.event('job_1', 8)
    await settle()
    expect(heard).toEqual([8, 9])
    follower.close()
  })

  test('are read once, however often they are announced meanwhile', async () => {
    const { follower, heard, listen, reads } = open({ job_1: 6 })
    listen()
    follower.event('job_1', 1)
    follower.event('job_1', 6)
    await settle()
    expect(heard).toEqual([1, 2, 3, 4, 5, 6])
    expect(reads).toEqual(['job_1 0', 'job_1 2', 'job_1 4'])
    follower.close()
  })

  test('are not looked for again and again if their job is gone', async () => {
    const { follower, listen, reads } = open({})
    listen()
    follower.event('job_1', 5)
    await settle()
    expect(reads).toEqual(['job_1 4'])
    follower.close()
  })

  test('are read again at the next announcement if a read fails, which is logged', async () => {
    const { follower, listen, fail, heard, lines } = open({ job_1: 5 })
    listen()
    fail(new Error('out of reach'))
    follower.event('job_1', 5)
    await settle()
    expect([heard, lines.join().includes('Events of another process could not be read')]).toEqual([[], true])
    fail()
    follower.event('job_1', 5)
    await settle()
    expect(heard).toEqual([5])
    follower.close()
  })

  test('are looked for every five seconds, five hundred jobs at a time', async () => {
    jest.useFakeTimers()
    const { follower, listen, heard, queries } = open({ job_1: 3 })
    for (let i = 1; i <= 501; i++) listen(`job_${i}`)
    jest.advanceTimersByTime(4999)
    await settle()
    expect(queries).toEqual([])
    jest.advanceTimersByTime(1)
    await settle()
    expect([queries.map((ids) => (ids as string[]).length), heard.slice(0, 1)]).toEqual([[500, 1], [3]])
    follower.close()
    jest.advanceTimersByTime(10_000)
    await settle()
    expect(queries).toHaveLength(2)
  })
})

describe('processes that share a store', () => {
  /** The signals that were sent, and a way to receive one. */
  function open() {
    const signals: [channel: string, payload: string][] = []
    const listeners = new Map<string, SignalListener>()
    const lines: string[] = []
    let failure: Error | undefined
    const store = {
      async write(work: (tx: object) => Promise<void>) {
        if (failure) throw failure
        await work({ notify: async (channel: string, payload: string) => void signals.push([channel, payload]) })
      },
      listen(channel: string, listener: SignalListener) {
        listeners.set(channel, listener)
        return () => listeners.delete(channel)
      },
    } as unknown as Store
    const processes = createProcesses(
      store,
      createLog('text', (line) => lines.push(line)),
    )
    return { processes, signals, listeners, lines, fail: (error: Error) => (failure = error) }
  }

  test('announce events in batches, at most twenty times a second', async () => {
    jest.useFakeTimers()
    const { processes, signals } = open()
    processes.tellEvent('job_1', 4)
    processes.tellEvent('job_1', 3)
    processes.tellEnded(7)
    jest.advanceTimersByTime(49)
    await settle()
    expect(signals).toEqual([])
    jest.advanceTimersByTime(1)
    await settle()
    expect(signals).toEqual([['jobs.news', '{"events":{"job_1":4},"ended":[7]}']])
    processes.tellEvent('job_1', 5)
    jest.advanceTimersByTime(50)
    await settle()
    expect(signals[1]).toEqual(['jobs.news', '{"events":{"job_1":5},"ended":[]}'])
  })

  test('announce a hundred jobs in one signal, and the last ones when they close', async () => {
    const { processes, signals } = open()
    for (let i = 0; i < 101; i++) processes.tellEnded(i)
    processes.tellEvent('job_1', 1)
    await processes.close()
    const told = signals.map(([, payload]) => JSON.parse(payload))
    expect(told.map(({ events, ended }) => [Object.keys(events).length, ended.length])).toEqual([
      [1, 100],
      [0, 1],
    ])
    await processes.close()
    expect(signals).toHaveLength(2)
  })

  test('announce in the commit itself that a job is being ended', async () => {
    const { processes, signals } = open()
    const tx = { notify: async (channel: string, payload: string) => void signals.push([channel, payload]) }
    await processes.tellEnding(tx as never, 7)
    expect(signals).toEqual([['jobs.ending', '7']])
  })

  test('look for themselves if an announcement cannot be sent', async () => {
    const { processes, lines, fail } = open()
    fail(new Error('out of reach'))
    processes.tellEnded(1)
    await processes.close()
    expect(lines.join()).toContain('Other processes could not be told what happened in jobs')
  })

  test('receive the announcements of the others until they stop listening', () => {
    const { processes, listeners } = open()
    const heard: unknown[] = []
    const stop = processes.hear({
      event: (jobId, id) => void heard.push(['event', jobId, id]),
      ending: (job) => void heard.push(['ending', job]),
      ended: (job) => void heard.push(['ended', job]),
      missed: () => void heard.push('missed'),
    })
    listeners.get('jobs.news')!.heard('{"events":{"job_1":4},"ended":[7,8]}')
    listeners.get('jobs.ending')!.heard('9')
    listeners.get('jobs.news')!.missed()
    listeners.get('jobs.ending')!.missed()
    expect(heard).toEqual([['event', 'job_1', 4], ['ended', 7], ['ended', 8], ['ending', 9], 'missed'])
    stop()
    expect(listeners.size).toBe(0)
  })

  test('have nothing to tell if one process uses the store alone', async () => {
    noProcesses.hear({ event() {}, ending() {}, ended() {}, missed() {} })()
    await noProcesses.close()
    expect(await noProcesses.tellEnding({} as never, 1)).toBeUndefined()
  })
})
