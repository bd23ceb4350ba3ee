import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, spyOn, test } from 'bun:test'
import type { Consumer, Message } from '../../../core/contracts/outbox.ts'
import { createOutbox } from '../../../core/outbox/outbox.ts'
import type { OutboxRow } from '../../../core/outbox/tables.ts'
import type { Store } from '../../../core/store/index.ts'
import { isSqlite } from '../../store.ts'
import { type Opened, openAccounts, setClock } from '../open-accounts.ts'

/** With a clock that the tests set, a database in another process would seem not to answer. */
const testWithOwnTime = test.if(isSqlite)

type Delivered = Awaited<ReturnType<Consumer<unknown>['deliver']>>
const NOW = Date.parse('2026-07-01T12:00:00Z')
const clock = setClock(NOW)
let world: Opened
beforeAll(async () => {
  world = await openAccounts({ clock })
})
afterAll(() => world[Symbol.asyncDispose]())
const closing: (() => Promise<void>)[] = []
beforeEach(() => {
  clock.set(NOW)
  world.lines.length = 0
  jest.useFakeTimers()
})
afterEach(async () => {
  jest.useRealTimers()
  for (const close of closing.splice(0)) await close()
  await world.store.write((tx) => tx.db<{ outbox: object }>().deleteFrom('outbox').execute())
})

/** Waits for work in the background: the store writes in order, so a write of its own ends after theirs. */
const settle = async () => {
  for (let i = 0; i < 40; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    await world.store.write(async () => {}, { durable: false })
  }
}
/** Lets time pass on both clocks. */
const pass = async (milliseconds: number) => {
  clock.pass(milliseconds)
  jest.advanceTimersByTime(milliseconds)
  await settle()
}

/** The outbox of a process, whose store fails if the test says so. */
function open({ alone = true, workerId = 'me' } = {}) {
  let failure: Error | undefined
  const store = new Proxy(world.store, {
    get(target, name) {
      if (failure && (name === 'all' || name === 'write')) return () => Promise.reject(failure)
      return Reflect.get(target, name, target)
    },
  }) as Store
  const outbox = createOutbox({ store, clock, log: world.log, workerId, alone })
  const begun: Message[] = []
  const ends: PromiseWithResolvers<Delivered>[] = []
  closing.push(() => {
    for (const { resolve } of ends) resolve()
    return outbox.close()
  })
  return {
    outbox,
    begun,
    ends,
    fail: (error?: Error) => {
      failure = error
    },
    /** Consumes messages, whose deliveries end when the test says. */
    consume: (more: Partial<Consumer<unknown>> = {}) =>
      outbox.consume('test', {
        delays: [0, 1000, 5000],
        deliver(message, signal) {
          begun.push(message)
          const end = Promise.withResolvers<Delivered>()
          ends.push(end)
          signal.addEventListener('abort', () => end.reject(signal.reason))
          return end.promise
        },
        ...more,
      }),
    put: (payload: unknown, receiver?: string, account?: string) =>
      world.store.write((tx) => outbox.put(tx, 'test', payload, { receiver, account })),
    payloads: () => begun.map(({ payload }) => payload),
  }
}
const rows = () => world.store.db<{ outbox: OutboxRow }>().selectFrom('outbox').selectAll().orderBy('id').execute()
const stands = async () =>
  (await rows()).map(({ attempt, next_at, worker }) => ({ attempt, due: next_at - NOW, worker }))

describe('deliveries', () => {
  testWithOwnTime('are sixteen at once by default, four to one receiver', async () => {
    const { consume, put, begun, ends } = open()
    for (let i = 0; i < 6; i++) await put(`a${i}`, 'a.test')
    for (let i = 0; i < 20; i++) await put(i)
    consume()
    await settle()
    const receivers = begun.map(({ payload }) => typeof payload)
    expect([receivers.length, receivers.filter((type) => type === 'string').length]).toEqual([16, 4])
    ends[0]!.resolve()
    await settle()
    expect(begun).toHaveLength(17)
  })

  testWithOwnTime('are as many as their consumer says', async () => {
    const { consume, put, payloads, ends } = open()
    for (const [payload, receiver] of [
      ['a1', 'a.test'],
      ['a2', 'a.test'],
      ['b1', 'b.test'],
      ['c1', 'c.test'],
    ] as const)
      await put(payload, receiver)
    consume({ parallel: 2, perReceiver: 1 })
    await settle()
    expect(payloads()).toEqual(['a1', 'b1'])
    ends[0]!.resolve()
    await settle()
    expect(payloads()).toEqual(['a1', 'b1', 'a2'])
  })

  testWithOwnTime('of one account leave room for those of others, however many receivers it has', async () => {
    const { consume, put, payloads } = open()
    for (let i = 0; i < 20; i++) await put('a', `${i}.a.test`, 'a')
    for (let i = 0; i < 20; i++) await put('b', `${i}.b.test`, 'b')
    await put('c', 'c.test', 'c')
    consume()
    await settle()
    const begun = Map.groupBy(payloads(), (account) => account)
    expect(['a', 'b', 'c'].map((account) => begun.get(account)?.length)).toEqual([8, 4, 1])
  })

  testWithOwnTime('get the message, and the number of its attempt', async () => {
    const { consume, put, begun } = open()
    const id = await put({ a: 1 })
    consume()
    await settle()
    expect(begun).toEqual([{ id, topic: 'test', payload: { a: 1 }, attempt: 1, createdAt: NOW }])
  })
})

describe('a message', () => {
  testWithOwnTime(
    'belongs to its process until ten seconds after its timeout, which is thirty by default',
    async () => {
      const { consume, put } = open()
      await put('x')
      consume()
      await settle()
      expect(await stands()).toEqual([{ attempt: 1, due: 40_000, worker: 'me' }])
    },
  )

  testWithOwnTime('is deleted once it is delivered', async () => {
    const { consume, put, ends } = open()
    await put('x')
    consume()
    await settle()
    ends[0]!.resolve()
    await settle()
    expect([await rows(), world.lines]).toEqual([[], []])
  })

  testWithOwnTime('is delivered after its first delay, and retried after the next and up to a tenth more', async () => {
    const random = spyOn(Math, 'random').mockReturnValue(0.5)
    const { consume, put, payloads, ends } = open()
    consume({ delays: [200, 1000] })
    await put('x')
    await pass(199)
    expect(payloads()).toEqual([])
    await pass(1)
    expect(payloads()).toEqual(['x'])
    ends[0]!.reject(new Error('no'))
    await settle()
    expect(await stands()).toEqual([{ attempt: 1, due: 200 + 1050, worker: null }])
    await pass(1050)
    expect(payloads()).toEqual(['x', 'x'])
    ends[1]!.reject(new Error('no'))
    await settle()
    expect(await rows()).toEqual([])
    expect(world.lines.join()).toMatch(/A message was given up.* attempts=2 .*no/)
    random.mockRestore()
  })

  testWithOwnTime('whose delivery exceeds its timeout has failed', async () => {
    const { consume, put, begun } = open()
    await put('x')
    const timeout = spyOn(AbortSignal, 'timeout')
    consume({ timeout: 700 })
    await settle()
    expect([timeout.mock.calls, begun.length, (await stands())[0]!.due]).toEqual([[[700]], 1, 10_700])
    timeout.mockRestore()
  })

  testWithOwnTime('that is postponed is due then, as the same attempt, and a rejected one is given up', async () => {
    const told: unknown[] = []
    const { consume, put, ends } = open()
    await put('x')
    consume({
      attempted: async (_, { payload, attempt }, outcome) => void told.push([payload, attempt, outcome]),
    })
    await settle()
    ends[0]!.resolve({ kind: 'postponed', until: NOW + 500.4 })
    await settle()
    expect([await stands(), told]).toEqual([[{ attempt: 0, due: 500, worker: null }], []])
    await pass(500)
    ends[1]!.resolve({ kind: 'rejected', reason: '410' })
    await settle()
    expect([await rows(), told]).toEqual([[], [['x', 1, { error: new Error('410'), next: null }]]])
  })

  testWithOwnTime('that another process has taken meanwhile is neither recorded nor said to be given up', async () => {
    const told: unknown[] = []
    const { consume, put, ends } = open()
    await put('x')
    consume({ attempted: async (_, { payload }) => void told.push(payload) })
    await settle()
    const other = { worker: 'other', attempt: 2, next_at: NOW + 40_000 }
    await world.store.write((tx) => tx.db<{ outbox: OutboxRow }>().updateTable('outbox').set(other).execute())
    ends[0]!.resolve({ kind: 'rejected', reason: '410' })
    await settle()
    expect([await stands(), told]).toEqual([[{ attempt: 2, due: 40_000, worker: 'other' }], []])
    expect(world.lines.join()).not.toContain('given up')
  })

  testWithOwnTime('of another topic is not delivered', async () => {
    const { consume, outbox, payloads } = open()
    await world.store.write((tx) => outbox.put(tx, 'other', 'x'))
    consume()
    await settle()
    expect(payloads()).toEqual([])
  })
})

describe('what another process had under way', () => {
  /** As a process leaves it that ended in the middle of the first delivery. */
  const leave = async () => {
    await open().put('x')
    await world.store.write((tx) =>
      tx
        .db<{ outbox: OutboxRow }>()
        .updateTable('outbox')
        .set({ worker: 'gone', attempt: 1, next_at: NOW + 40_000 })
        .execute(),
    )
  }
  testWithOwnTime('is delivered at once if this process uses the store alone', async () => {
    await leave()
    const { consume, begun } = open()
    consume()
    await settle()
    expect(begun.map(({ payload, attempt }) => [payload, attempt])).toEqual([['x', 2]])
  })
  testWithOwnTime('is all that becomes due then: not what waits, nor what another topic has under way', async () => {
    const { outbox, consume, payloads } = open()
    await leave()
    const set = (changes: Partial<OutboxRow>, id: string) =>
      world.store.write((tx) =>
        tx.db<{ outbox: OutboxRow }>().updateTable('outbox').set(changes).where('id', '=', id).execute(),
      )
    const put = (topic: string) => world.store.write((tx) => outbox.put(tx, topic, topic))
    await set({ attempt: 2, next_at: NOW + 60_000 }, await put('test'))
    await set({ attempt: 1, next_at: NOW + 40_000, worker: 'me' }, await put('other'))
    consume()
    await settle()
    expect(payloads()).toEqual(['x'])
    expect((await stands()).slice(1)).toEqual([
      { attempt: 2, due: 60_000, worker: null },
      { attempt: 1, due: 40_000, worker: 'me' },
    ])
  })
  testWithOwnTime('is not reported when it ends here after all, as another has taken it over', async () => {
    const outcomes: unknown[] = []
    const { consume, put, ends } = open({ alone: false })
    consume({ attempted: async (_, __, outcome) => void outcomes.push(outcome) })
    await put('x')
    await settle()
    await world.store.write((tx) =>
      tx.db<{ outbox: OutboxRow }>().updateTable('outbox').set({ worker: 'another', attempt: 2 }).execute(),
    )
    ends[0]!.resolve()
    await settle()
    expect([outcomes, (await stands()).length]).toEqual([[], 1])
  })
  testWithOwnTime('is found within half a minute, even if there was nothing to wait for', async () => {
    const { consume, payloads } = open({ alone: false })
    consume()
    await settle()
    await open().put('x')
    await pass(29_999)
    expect(payloads()).toEqual([])
    await pass(1)
    expect(payloads()).toEqual(['x'])
  })
  testWithOwnTime('is delivered when its time is over if others use the store too', async () => {
    await leave()
    const { consume, payloads } = open({ alone: false })
    consume()
    await settle()
    await pass(30_000)
    await pass(9999)
    expect(payloads()).toEqual([])
    await pass(1)
    expect(payloads()).toEqual(['x'])
  })
})

testWithOwnTime('a store that fails is tried again a second later', async () => {
  const { consume, put, payloads, fail } = open()
  await put('x')
  fail(new Error('out of reach'))
  consume()
  await settle()
  expect(world.lines.join()).toContain('The outbox could not be read or written; it will be tried again')
  fail()
  await pass(999)
  expect(payloads()).toEqual([])
  await pass(1)
  expect(payloads()).toEqual(['x'])
})

testWithOwnTime(
  'a message that is due in a long time is looked at again after half a minute, as the clock may have been set',
  async () => {
    const { consume, put, payloads } = open()
    consume({ delays: [3_600_000] })
    await put('x')
    await settle()
    clock.pass(3_600_000)
    jest.advanceTimersByTime(29_999)
    await settle()
    expect(payloads()).toEqual([])
    jest.advanceTimersByTime(1)
    await settle()
    expect(payloads()).toEqual(['x'])
  },
)

describe('at the end', () => {
  testWithOwnTime('a delivery under way has two seconds, and is retried if it takes longer', async () => {
    const { consume, put, outbox, ends, payloads } = open()
    await put('quick')
    await put('slow')
    consume()
    await settle()
    let isClosed = false
    const closed = outbox.close().then(() => {
      isClosed = true
    })
    ends[0]!.resolve()
    await settle()
    jest.advanceTimersByTime(1999)
    await settle()
    expect(isClosed).toBe(false)
    jest.advanceTimersByTime(1)
    await closed
    expect((await rows()).map(({ payload, attempt }) => [payload, attempt])).toEqual([['"slow"', 1]])
    await put('late')
    await settle()
    expect(payloads()).toEqual(['quick', 'slow'])
  })

  testWithOwnTime('no further delivery begins, which would only be cut off', async () => {
    const { consume, put, outbox, ends, payloads } = open()
    await put('first')
    await put('second')
    consume({ parallel: 1 })
    await settle()
    const closed = outbox.close()
    ends[0]!.resolve()
    await settle()
    await closed
    expect([payloads(), await stands()]).toEqual([['first'], [{ attempt: 0, due: 0, worker: null }]])
    // Nor does it while the due messages are looked at.
    const looking = open({ alone: false })
    looking.consume()
    await looking.outbox.close()
    expect(looking.payloads()).toEqual([])
  })
})
