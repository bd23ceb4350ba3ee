import { describe, expect, test } from 'bun:test'
import { FairSemaphore, type PermitRequest, permitFor } from 'weirjs'
import { growth, LINEAR } from '../../growth.ts'

/** Acquires under a name, which is recorded in the order of service. */
function recorder(semaphore: FairSemaphore) {
  const order: string[] = []
  const acquire = async (name: string, request: PermitRequest) => {
    const release = await semaphore.acquire(request)
    order.push(name)
    return release
  }
  return { order, acquire }
}
/** Lets everything happen that waits only for promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the fair semaphore', () => {
  test('serves the key that holds the fewest, and within a key in order of arrival', async () => {
    const { order, acquire } = recorder(new FairSemaphore({ permits: 2, what: 'documents' }))
    const all = ['a1', 'a2', 'a3', 'b1', 'a4'].map((name) => acquire(name, { key: name[0]! }))
    await settled()
    expect(order).toEqual(['a1', 'a2'])
    for (const each of all) (await each)()
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  test('goes from key to key with a single permit, new keys first', async () => {
    const { order, acquire } = recorder(new FairSemaphore({ permits: 1, what: 'pages' }))
    const work = async (name: string) => {
      const release = await acquire(name, { key: name[0]! })
      await settled()
      release()
    }
    const first = ['a1', 'a2', 'a3', 'b1', 'b2'].map(work)
    await first[0]
    await Promise.all([...first, work('c1')])
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('has spare permits for keys that hold none', async () => {
    const { order, acquire } = recorder(new FairSemaphore({ permits: 1, spare: 1, what: 'pages' }))
    const [a1, a2, b, c] = ['a1', 'a2', 'b', 'c'].map((name) => acquire(name, { key: name[0]! }))
    await settled()
    expect(order).toEqual(['a1', 'b'])
    ;(await a1!)()
    await settled()
    expect(order).toEqual(['a1', 'b', 'c'])
    for (const each of [b, c]) (await each!)()
    ;(await a2!)()
    expect(order).toEqual(['a1', 'b', 'c', 'a2'])
  })

  describe('with keys that hold their permits for long', () => {
    let now = 0
    const semaphore = () => new FairSemaphore({ permits: 1, spare: 1, what: 'pages', now: () => now })
    /** Holds a permit for `ms` milliseconds of the clock. */
    const hold = async (on: FairSemaphore, key: string, ms: number) => {
      const release = await on.acquire({ key })
      now += ms
      release()
    }

    test('keeps the spare permits from them, and serves others first', async () => {
      const on = semaphore()
      const { order, acquire } = recorder(on)
      for (const key of ['a', 'b']) await hold(on, key, 5000)
      const all = ['a', 'b', 'c', 'd'].map((key) => acquire(key, { key }))
      await settled()
      expect(order).toEqual(['a', 'c'])
      ;(await all[0]!)()
      await settled()
      expect(order).toEqual(['a', 'c', 'd'])
      for (const each of all.slice(2)) (await each)()
      ;(await all[1]!)()
      expect(order).toEqual(['a', 'c', 'd', 'b'])
    })

    test('keeps the last of several spare permits for keys whose work is known to be short', async () => {
      const on = new FairSemaphore({ permits: 1, spare: 2, what: 'pages', now: () => now })
      const { order, acquire } = recorder(on)
      await hold(on, 'known', 10)
      const strangers = ['a', 'b', 'c', 'd'].map((key) => acquire(key, { key }))
      const known = ['known', 'known'].map((key) => acquire(key, { key }))
      await settled()
      expect(order).toEqual(['a', 'b', 'known'])
      ;(await known[0]!)()
      await settled()
      expect(order).toEqual(['a', 'b', 'known', 'known'])
      for (const each of [...strangers, known[1]!]) (await each)()
      expect(order.slice(4)).toEqual(['c', 'd'])
    })

    test('uses the time that the work took if that is given', async () => {
      const on = semaphore()
      const work = async (key: string, held: number, took: number) => {
        const release = await on.acquire({ key })
        now += held
        release(took)
      }
      await work('a', 5000, 10)
      await work('b', 10, 5000)
      expect([on.isSlow('a'), on.isSlow('b')]).toEqual([false, true])
    })

    test('forgets that they were slow after ten minutes, and after much short work', async () => {
      for (const mend of [
        async () => {
          now += 600_000
        },
        async (on: FairSemaphore) => {
          for (let i = 0; i < 40; i++) await hold(on, 'a', 1)
        },
      ]) {
        const on = semaphore()
        await hold(on, 'a', 5000)
        await mend(on)
        const { order, acquire } = recorder(on)
        const all = ['b', 'a'].map((key) => acquire(key, { key }))
        await settled()
        expect(order).toEqual(['b', 'a'])
        for (const each of all) (await each)()
      }
    })
  })

  test('shares by weight', async () => {
    const { order, acquire } = recorder(new FairSemaphore({ permits: 1, what: 'pages' }))
    const first = await acquire('first', { key: 'other' })
    const work = async (key: string, weight: number) => (await acquire(key, { key, weight }))()
    const all = Array.from({ length: 12 }, (_, i) => (i < 6 ? work('light', 1) : work('heavy', 3)))
    first()
    await Promise.all(all)
    const begun = order.slice(1, 9)
    expect(begun.filter((key) => key === 'heavy')).toHaveLength(6)
  })

  test('serves the more urgent requests of a key first, but no key before another for its urgency', async () => {
    const { order, acquire } = recorder(new FairSemaphore({ permits: 1, what: 'pages' }))
    const first = await acquire('first', { key: 'c' })
    const work = async (name: string, priority: number) => (await acquire(name, { key: name[0]!, priority }))()
    const all = [work('b', 0), work('a-late', 0), work('a-early', 2)]
    first()
    await Promise.all(all)
    expect(order).toEqual(['first', 'b', 'a-early', 'a-late'])
  })

  test('forgets requests that were aborted', async () => {
    const semaphore = new FairSemaphore({ permits: 1, what: 'documents' })
    const release = await semaphore.acquire({ key: 'a' })
    const { signal, abort } = controllerOf()
    const gone = semaphore.acquire({ key: 'b', signal })
    const next = semaphore.acquire({ key: 'c' })
    abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    await expect(semaphore.acquire({ key: 'b', signal })).rejects.toThrow('gone')
    expect(semaphore.waiting).toBe(1)
    release()
    ;(await next)()
    ;(await semaphore.acquire({ key: 'd' }))()
    expect([semaphore.held, semaphore.waiting]).toEqual([0, 0])
  })

  test('refuses a request that has waited as long as its patience, and serves the others', async () => {
    const semaphore = new FairSemaphore({ permits: 1, patience: 1, what: 'documents' })
    const release = await semaphore.acquire({ key: 'a' })
    await expect(semaphore.acquire({ key: 'b' })).rejects.toMatchObject({
      code: 'service_unavailable',
      details: { reason: 'documents' },
    })
    release()
    ;(await semaphore.acquire({ key: 'b' }))()
  })

  test('counts a release once', async () => {
    const semaphore = new FairSemaphore({ permits: 1, what: 'pages' })
    const release = await semaphore.acquire({ key: 'a' })
    release()
    release()
    expect(semaphore.held).toBe(0)
    await semaphore.acquire({ key: 'a' })
    expect(semaphore.held).toBe(1)
  })

  test('takes about as long for each of many waiting requests as for each of few', () => {
    const wait = (count: number) => {
      const semaphore = new FairSemaphore({ permits: 1, what: 'pages' })
      void semaphore.acquire({ key: 'first' })
      const controllers = Array.from({ length: count }, () => new AbortController())
      for (const [i, { signal }] of controllers.entries())
        semaphore.acquire({ key: `${i % (count / 2)}`, signal }).catch(() => {})
      for (const controller of controllers) controller.abort()
      expect(semaphore.waiting).toBe(0)
    }
    expect(growth((count) => count, wait, 1000)).toBeLessThan(LINEAR)
  })
})

test('an account has one share for its requests and one for its jobs, by its plan', () => {
  const account = { id: 'one', plan: 'pro', email: 'one@site.example', role: 'user' } as const
  const signal = new AbortController().signal
  const request = permitFor({ account, priority: 'high', signal })
  const item = permitFor({ account, priority: 'low', signal, yieldToEventLoop: async () => {} })
  expect(request.key).not.toBe(item.key)
  expect(request.weight).toBeGreaterThan(permitFor({ account: { ...account, plan: 'free' } }).weight!)
  expect(request.priority).toBeGreaterThan(item.priority!)
})

function controllerOf() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: (reason: unknown) => controller.abort(reason) }
}
