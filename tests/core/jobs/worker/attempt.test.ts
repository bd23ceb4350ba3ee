import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from 'bun:test'
import { ApiError, defineJob, t, type Work } from 'weirjs'
import type { User } from '../../../../core/contracts/accounts.ts'
import type { ClaimedItem } from '../../../../core/jobs/lifecycle/claim.ts'
import { createDurations } from '../../../../core/jobs/scheduling/durations.ts'
import { attempt, StopError } from '../../../../core/jobs/worker/attempt.ts'
import { EndWriter } from '../../../../core/jobs/worker/end-writer.ts'
import { RunningItems } from '../../../../core/jobs/worker/running-items.ts'
import type { Store } from '../../../../core/store/index.ts'
import { storageError } from '../../../../core/store/storage-error.ts'
import { isSqlite } from '../../../store.ts'
import { itemOf, type Lifecycle, openLifecycle } from '../lifecycle/open-lifecycle.ts'

/** With a clock that the test sets, a database in another process would seem not to answer. */
const testWithOwnTime = test.if(isSqlite)

/** What the work of an item does, as the test says. */
let work: (given: Work<unknown, unknown>) => Promise<object> = async () => ({})
const kind = defineJob({
  name: 'test.work',
  input: t.Object({ paths: t.Array(t.String()) }),
  item: t.Object({}),
  seed: ({ paths }) => paths.map(itemOf),
  attemptTimeout: 3000,
  run: async (given) => ({ millicredits: 0, ...(await work(given as Work<unknown, unknown>)) }),
  finish: async (results) => ({ result: await Array.fromAsync(results), millicredits: 0 }),
})

let world: Lifecycle
let user: User
beforeAll(async () => {
  world = await openLifecycle([kind])
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.clear()
  world.lines.length = 0
  user = await world.addUser()
})
afterEach(() => void jest.useRealTimers())

const begin = async (...paths: string[]) => {
  const job = await world.start(user, { kind: 'test.work', input: { paths } })
  return { job, items: await world.claimed(user.id) }
}
const durations = createDurations()
const tried = (item: ClaimedItem, running = new RunningItems(() => {}).add(item)) =>
  attempt({ ...world.ports, durations }, item, running)
const settle = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve()
}

describe('an attempt', () => {
  test('gets its item, its input and its account, and its result is ready to be stored', async () => {
    const { job, items } = await begin('a')
    let given: unknown
    work = async ({ jobId, account, priority, input, item, attempt, signal }) => {
      given = { jobId, account: account.id, priority, input, item, attempt, isAborted: signal.aborted }
      return { result: { a: 1 }, files: [{ type: 'pdf', mediaType: 'application/pdf', bytes: new Uint8Array([1]) }] }
    }
    const end = await tried(items[0]!)
    expect(given).toEqual({
      jobId: job.id,
      account: user.id,
      priority: 'medium',
      input: { paths: ['a'] },
      item: {},
      attempt: 1,
      isAborted: false,
    })
    expect(end).toMatchObject({ kind: 'done', outcome: { result: { a: 1 } }, files: [{ hash: expect.any(String) }] })
    expect((end as { packed?: unknown }).packed).toBeDefined()
  })

  test('is timed, unless its item turned out not to belong to the job', async () => {
    const { items } = await begin('a')
    const measured: string[] = []
    const durations = { record: (name: string) => void measured.push(name), of: () => 0 }
    const measure = (outcome: object) => {
      work = async () => outcome
      return attempt({ ...world.ports, durations }, items[0]!, new RunningItems(() => {}).add(items[0]!))
    }
    await measure({ counts: false })
    expect(measured).toEqual([])
    await measure({})
    expect(measured).toEqual(['test.work'])
  })

  test('without a result stores none', async () => {
    const { items } = await begin('a')
    work = async () => ({})
    expect(await tried(items[0]!)).toMatchObject({ kind: 'done', packed: undefined, files: [] })
  })

  test('that is the last merges the results of the others', async () => {
    const { items } = await begin('a', 'b')
    work = async () => ({})
    await world.complete(items, (path) => ({ result: path, millicredits: 0 }))
    const [finish] = await world.claimed(user.id)
    expect(await tried(finish!)).toMatchObject({ kind: 'done', outcome: { result: ['a', 'b'] } })
  })

  test('that throws an ApiError fails with it, and any other error is logged', async () => {
    const { items } = await begin('a')
    const worded = new ApiError('timeout', 'Too late')
    work = () => Promise.reject(worded)
    expect(await tried(items[0]!)).toEqual({ kind: 'failed', error: worded })
    expect(world.lines).toEqual([])
    const fault = new TypeError('undefined is not a function')
    work = () => Promise.reject(fault)
    expect(await tried(items[0]!)).toMatchObject({
      kind: 'failed',
      error: {
        code: 'scraping_failed',
        message: 'The service failed to process this; the log has the reason',
        cause: fault,
      },
    })
    expect(world.lines.join()).toContain('An item of test.work failed unexpectedly')
  })

  test('that gives no outcome fails, and the log tells its author what an outcome is', async () => {
    const { items } = await begin('a')
    work = async () => ({ millicredits: 0.5 })
    expect(await tried(items[0]!)).toMatchObject({ kind: 'failed', error: { code: 'scraping_failed' } })
    expect(world.lines.join()).toMatch(/An item of test\.work failed unexpectedly.*Its outcome lacks millicredits/)
  })

  test('is cancelled with its job, and lost with its process', async () => {
    const { items } = await begin('a')
    work = ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const ends = async (reason: Error) => {
      const running = new RunningItems(() => {})
      const end = tried(items[0]!, running.add(items[0]!))
      await settle()
      running.abortAll(reason)
      return end
    }
    expect(await ends(new ApiError('cancelled', 'No more'))).toEqual({ kind: 'cancelled' })
    expect(await ends(new StopError('The server stops'))).toEqual({ kind: 'lost', end: { by: 'stop' } })
  })

  testWithOwnTime('whose job is cancelled or process stopped after its timeout ends for that reason', async () => {
    const { items } = await begin('a')
    work = () => new Promise(() => {})
    jest.useFakeTimers()
    for (const [reason, kind] of [
      [new ApiError('cancelled', 'No more'), 'cancelled'],
      [new StopError('The server stops'), 'lost'],
    ] as const) {
      const running = new RunningItems(() => {})
      const end = tried(items[0]!, running.add(items[0]!))
      await new Promise<void>((resolve) => setImmediate(resolve))
      await settle()
      jest.advanceTimersByTime(3000)
      running.abortAll(reason)
      await settle()
      jest.advanceTimersByTime(5000)
      expect((await end).kind).toBe(kind)
    }
  })

  testWithOwnTime('that takes too long has failed, five seconds after its abort if it does not listen', async () => {
    const { items } = await begin('a')
    work = () => new Promise(() => {})
    jest.useFakeTimers()
    let end: unknown
    const trying = tried(items[0]!).then((one) => {
      end = one
    })
    await new Promise<void>((resolve) => setImmediate(resolve))
    await settle()
    jest.advanceTimersByTime(3000)
    await settle()
    jest.advanceTimersByTime(4999)
    await settle()
    expect(end).toBeUndefined()
    jest.advanceTimersByTime(1)
    await trying
    expect(end).toMatchObject({
      kind: 'failed',
      error: {
        code: 'timeout',
        message: 'The item took longer than 3 seconds, the most that an item may take',
        details: { timeout: 3000 },
      },
    })
  })
})

describe('the items under way in this process', () => {
  const claimed = (account: string, n: number) => ({ job: { account, n } }) as ClaimedItem
  test('are counted by account until they end', () => {
    let ended = 0
    const running = new RunningItems(() => void ended++)
    const [a1, a2, b] = [claimed('a', 1), claimed('a', 2), claimed('b', 3)].map((item) => running.add(item))
    expect([running.size, running.of('a'), running.of('b'), running.of('c')]).toEqual([3, 2, 1, 0])
    expect([[...running.accountsWith(2)], [...running.accountsWith(1)], [...running.accountsWith(3)]]).toEqual([
      ['a'],
      ['a', 'b'],
      [],
    ])
    a1![Symbol.dispose]()
    a2![Symbol.dispose]()
    expect([running.size, running.of('a'), [...running.accountsWith(1)], ended]).toEqual([1, 0, ['b'], 2])
    b![Symbol.dispose]()
  })

  test('make others wait as long as one of them is still at work', () => {
    const running = new RunningItems(() => {})
    expect(running.isBusy).toBe(false)
    const item = running.add(claimed('a', 1))
    expect(running.isBusy).toBe(true)
    item.isCompleting = true
    expect(running.isBusy).toBe(false)
  })

  test('are aborted with their job, including those that begin only then, until it is forgotten', () => {
    const running = new RunningItems(() => {})
    const reason = new Error('ended')
    const [one, other] = [running.add(claimed('a', 1)), running.add(claimed('a', 2))]
    running.abort(1, reason)
    const late = running.add(claimed('a', 1))
    expect([one, other, late].map(({ controller }) => controller.signal.reason)).toEqual([reason, undefined, reason])
    running.forget(1)
    expect(running.add(claimed('a', 1)).controller.signal.aborted).toBe(false)
    running.abortAll(new Error('stop'))
    expect(other.controller.signal.reason).toEqual(new Error('stop'))
  })

  test('are waited for, and items that begin meanwhile are not', async () => {
    const running = new RunningItems(() => {})
    await running.ended()
    const item = running.add(claimed('a', 1))
    let isOver = false
    const ended = running.ended().then(() => {
      isOver = true
    })
    running.add(claimed('a', 2))
    await settle()
    expect(isOver).toBe(false)
    item[Symbol.dispose]()
    await ended
  })
})

describe('the end of an item', () => {
  /** Writes to a store that fails with these errors, one each time, before it accepts the write. */
  function writer(...failures: unknown[]) {
    const store = new Proxy(world.store, {
      get(target, name) {
        if (name !== 'write') return Reflect.get(target, name, target)
        return (...given: Parameters<Store['write']>) => {
          const failure = failures.shift()
          return failure === undefined ? target.write(...given) : Promise.reject(failure)
        }
      },
    })
    return new EndWriter({ ...world.ports, store }, new RunningItems(() => {}), 'w')
  }
  const done = { kind: 'done' as const, outcome: { millicredits: 0 }, packed: undefined, files: [] }

  testWithOwnTime('that the store cannot accept yet is written when it can, a second later', async () => {
    const { job, items } = await begin('a')
    jest.useFakeTimers()
    let isWritten = false
    const writing = writer(storageError('storage_full'))
      .write({ claimed: items[0]!, attemptEnd: done })
      .then(() => {
        isWritten = true
      })
    await settle()
    expect(world.lines.join()).toContain('The end of an item could not be written')
    jest.advanceTimersByTime(999)
    await settle()
    expect(isWritten).toBe(false)
    jest.advanceTimersByTime(1)
    jest.useRealTimers()
    await writing
    expect((await world.job(job.id)).succeeded).toBe(1)
  })

  test('is a failure if it cannot be written at all, and is left if that fails too', async () => {
    const { job, items } = await begin('a', 'b')
    await writer(new Error('no such row')).write({ claimed: items[0]!, attemptEnd: done })
    expect(await world.states(job)).toEqual(['a failed', 'b running'])
    await writer(new Error('no such row'), new Error('no such row')).write({ claimed: items[1]!, attemptEnd: done })
    expect(await world.states(job)).toEqual(['a failed', 'b running'])
  })

  test('is left to the next process if this one stops', async () => {
    const { job, items } = await begin('a')
    const stopping = writer(storageError('storage_unavailable'))
    stopping.stop()
    await stopping.write({ claimed: items[0]!, attemptEnd: done })
    expect(await world.states(job)).toEqual(['a running'])
  })

  test('changes nothing if another process has written it meanwhile, and that is logged', async () => {
    const { job, items } = await begin('a')
    await world.complete(items, () => new ApiError('timeout', 'Too late'))
    const before = await world.job(job.id)
    await writer().write({ claimed: items[0]!, attemptEnd: done })
    expect(await world.job(job.id)).toEqual(before)
    expect(world.lines.join()).toContain('An item was done by another meanwhile')
  })
})
