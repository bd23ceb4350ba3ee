import { afterEach, expect, jest, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { Browser, BrowserContext } from 'playwright-core'
import { ApiError, type Log } from 'weirjs'
import type { BrowserProfile } from '../../../engines/playwright/browser-profile.ts'
import type { Driver } from '../../../engines/playwright/driver.ts'
import { BrowserGone } from '../../../engines/playwright/errors.ts'
import type { Tab } from '../../../engines/playwright/page/tab.ts'
import { createPool } from '../../../engines/playwright/pool.ts'
import { rejection } from './open-engine.ts'

const profile = (userAgent?: string) => ({ userAgent, mobile: false, insecure: false }) as BrowserProfile
const { signal } = new AbortController()

/** A driver whose browsers do nothing, and a record of what happens to them. */
function createDriver(lifetime = 100) {
  const browsers: (EventEmitter & { contexts: Set<BrowserContext>; isClosed: boolean; opened: number })[] = []
  const said: string[] = []
  const say = (message: string, fields: object = {}) => void said.push(`${message} ${JSON.stringify(fields)}`)
  const log: Log = { info: say, warn: say, error: say, with: () => log }
  /** Promises that a browser waits for before it starts, opens a context or closes one. */
  const waits: { starting?: Promise<void>; opening?: Promise<void>; closing?: Promise<void> } = {}
  let failure: unknown
  const driver: Driver = {
    name: 'Browser',
    lifetime,
    async start() {
      if (failure) throw failure
      await waits.starting
      const browser = Object.assign(new EventEmitter(), {
        contexts: new Set<BrowserContext>(),
        isClosed: false,
        opened: 0,
        async newContext() {
          browser.opened++
          await waits.opening
          const context = {
            newPage: async () => Object.assign(new EventEmitter(), { frames: () => [] }),
            async close() {
              await waits.closing
              browser.contexts.delete(context as unknown as BrowserContext)
            },
          }
          browser.contexts.add(context as unknown as BrowserContext)
          return context
        },
        async close() {
          browser.isClosed = true
          browser.emit('disconnected')
        },
      })
      browsers.push(browser)
      return { browser: browser as unknown as Browser, pid: undefined }
    },
    openPageProxy: async () => undefined,
    contextOptions: async () => ({}),
    tab: async ({ page, context, pageProxy }) => ({ page, context, pageProxy }) as Tab,
    async close() {},
  }
  return {
    browsers,
    waits,
    said,
    pool: createPool(driver, { log }),
    fail: (error: unknown) => {
      failure = error
    },
  }
}
const settled = () => Bun.sleep(5)
/** Like `Promise.allSettled`, while the test controls the clock. */
const allSettled = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve()
}
afterEach(() => {
  jest.useRealTimers()
})

test('requests share one browser, each in its own tab, with one opened ahead', async () => {
  const { browsers, pool } = createDriver()
  const leases = await Promise.all([pool.lease(profile(), signal), pool.lease(profile(), signal)])
  await settled()
  expect(browsers).toHaveLength(1)
  expect(leases[0]!.tab.context).not.toBe(leases[1]!.tab.context)
  // Two in use, and two opened ahead.
  expect([browsers[0]!.opened, browsers[0]!.contexts.size]).toEqual([4, 4])
  await Promise.all(leases.map((lease) => lease.release()))
  expect([browsers[0]!.contexts.size, browsers[0]!.isClosed]).toEqual([2, false])
  // The next request takes a tab that was opened ahead, and another is opened.
  const next = await pool.lease(profile(), signal)
  await settled()
  expect(browsers[0]!.opened).toBe(4)
  await next.release()
  await pool.close()
  expect([browsers[0]!.isClosed, browsers[0]!.contexts.size]).toEqual([true, 0])
})

test('a tab that was opened ahead is only for the visitor that it was opened for, and is closed if that does not come', async () => {
  const { browsers, pool } = createDriver()
  await (await pool.lease(profile('one'), signal)).release()
  await settled()
  expect(browsers[0]!.contexts.size).toBe(1)
  // Each of these opens its own tab. After four misses the spare tab stays, the fifth closes it.
  const spare = [...browsers[0]!.contexts][0]!
  for (let i = 0; i < 4; i++) {
    await (await pool.lease(profile(`other ${i}`), signal)).release()
    await settled()
  }
  expect(browsers[0]!.contexts.has(spare)).toBe(true)
  await (await pool.lease(profile('fifth'), signal)).release()
  await settled()
  expect(browsers[0]!.contexts.has(spare)).toBe(false)
  await pool.close()
})

test('a browser that has shown its number of pages is replaced, and closed with its last page', async () => {
  const { browsers, pool } = createDriver(2)
  const first = await pool.lease(profile(), signal)
  const second = await pool.lease(profile(), signal)
  await first.release()
  const third = await pool.lease(profile(), signal)
  expect([browsers.length, browsers[0]!.isClosed]).toEqual([2, false])
  await second.release()
  expect([browsers[0]!.isClosed, browsers[1]!.isClosed]).toEqual([true, false])
  await third.release()
  await pool.close()
})

test('a browser that ends takes its pages with it, and the next request starts another', async () => {
  const { browsers, pool } = createDriver()
  const lease = await pool.lease(profile(), signal)
  browsers[0]!.emit('disconnected')
  expect(lease.ended.reason).toBeInstanceOf(BrowserGone)
  await settled()
  await lease.release()
  // The tab that was opened ahead is gone as well.
  expect(browsers[0]!.contexts.size).toBe(0)
  await (await pool.lease(profile(), signal)).release()
  expect(browsers).toHaveLength(2)
  await pool.close()
  // A browser that has ended is not closed again.
  expect(browsers.map(({ isClosed }) => isClosed)).toEqual([false, true])
})

test('a browser that does not start is reported with a remedy, and the next request tries again', async () => {
  const { browsers, pool, fail } = createDriver()
  fail(new Error('it broke'))
  expect(await rejection(pool.lease(profile(), signal))).toMatchObject({
    code: 'engine_unavailable',
    message: 'Browser did not start. See the log, or run `weir doctor`',
    details: { reason: 'Browser did not start', remedy: 'See the log, or run `weir doctor`' },
  })
  fail(new Error('No usable sandbox!'))
  expect(await rejection(pool.lease(profile(), signal))).toMatchObject({
    details: {
      reason: 'Browser has no sandbox here',
      remedy: 'Let the process make user namespaces, or set WEIR_CHROMIUM_SANDBOX=off',
    },
  })
  const own = new ApiError('engine_unavailable', 'There is none')
  fail(own)
  expect(await rejection(pool.lease(profile(), signal))).toBe(own)
  fail(undefined)
  await (await pool.lease(profile(), signal)).release()
  expect(browsers).toHaveLength(1)
  await pool.close()
})

test('a caller that gives up while a tab opens leaves nothing open', async () => {
  const { browsers, pool, waits } = createDriver()
  jest.useFakeTimers()
  const opening = Promise.withResolvers<void>()
  waits.opening = opening.promise
  const caller = new AbortController()
  const leasing = pool.lease(profile(), caller.signal)
  await allSettled()
  expect(browsers[0]!.opened).toBe(1)
  caller.abort(new Error('gone'))
  expect(await rejection(leasing)).toBe(caller.signal.reason)
  opening.resolve()
  await allSettled()
  expect([browsers[0]!.contexts.size, browsers[0]!.isClosed]).toEqual([0, false])
  jest.advanceTimersByTime(5 * 60_000)
  expect(browsers[0]!.isClosed).toBe(true)
  await pool.close()
})

test('a browser that starts too late for its only caller is closed like any that is not used', async () => {
  const { browsers, pool, waits } = createDriver()
  jest.useFakeTimers()
  const starting = Promise.withResolvers<void>()
  waits.starting = starting.promise
  const caller = new AbortController()
  const leasing = pool.lease(profile(), caller.signal)
  caller.abort(new Error('too late'))
  expect(await rejection(leasing)).toBe(caller.signal.reason)
  starting.resolve()
  await allSettled()
  jest.advanceTimersByTime(5 * 60_000)
  expect(browsers.map(({ isClosed }) => isClosed)).toEqual([true])
  await pool.close()
})

test('a tab that cannot be opened is reported as such, and does not keep its browser open', async () => {
  const { browsers, pool, waits } = createDriver()
  jest.useFakeTimers()
  waits.opening = Promise.reject(new Error('no context'))
  expect(await rejection(pool.lease(profile(), signal))).toEqual(new Error('no context'))
  waits.opening = Promise.reject(new Error('browserContext.newPage: Target page, context or browser has been closed'))
  expect(await rejection(pool.lease(profile(), signal))).toBeInstanceOf(BrowserGone)
  await allSettled()
  jest.advanceTimersByTime(5 * 60_000)
  expect(browsers.map(({ isClosed }) => isClosed)).toEqual([true])
  await pool.close()
})

test('a closed pool gives no tab', async () => {
  const { browsers, pool } = createDriver()
  await pool.close()
  expect(await rejection(pool.lease(profile(), signal))).toBeInstanceOf(BrowserGone)
  expect(browsers).toEqual([])
})

test('a pool that is closed while its browser starts closes the browser', async () => {
  const { browsers, pool, waits } = createDriver()
  const starting = Promise.withResolvers<void>()
  waits.starting = starting.promise
  const leasing = rejection(pool.lease(profile(), signal))
  const closing = pool.close()
  starting.resolve()
  await closing
  expect(browsers.map(({ isClosed }) => isClosed)).toEqual([true])
  expect(await leasing).toBeInstanceOf(BrowserGone)
})

test('a browser whose tab does not close in time takes no more pages', async () => {
  const { browsers, pool, said, waits } = createDriver()
  jest.useFakeTimers()
  const late = await pool.lease(profile(), signal)
  const other = await pool.lease(profile(), signal)
  const closing = Promise.withResolvers<void>()
  waits.closing = closing.promise
  void late.release()
  jest.advanceTimersByTime(999)
  await allSettled()
  waits.closing = undefined
  // Two in use, and one ahead.
  expect(browsers[0]!.contexts.size).toBe(3)
  jest.advanceTimersByTime(1)
  await allSettled()
  expect([browsers[0]!.contexts.size, browsers[0]!.isClosed]).toEqual([2, false])
  await pool.lease(profile(), signal)
  expect(browsers).toHaveLength(2)
  await other.release()
  expect([browsers[0]!.isClosed, said]).toEqual([true, []])
  closing.resolve()
  await pool.close()
})

test.each(['closes', 'opens'])(
  'a browser in which no tab %s any more, and that does not answer, is ended',
  async (what) => {
    const { pool, said, waits } = createDriver()
    jest.useFakeTimers()
    const lease = await pool.lease(profile(), signal)
    await allSettled()
    waits.opening = new Promise(() => {})
    waits.closing = new Promise(() => {})
    if (what === 'closes') void lease.release()
    else {
      const caller = new AbortController()
      const leasing = rejection(pool.lease(profile('other'), caller.signal))
      await allSettled()
      caller.abort(new Error('gone'))
      await leasing
    }
    jest.advanceTimersByTime(1000)
    await allSettled()
    jest.advanceTimersByTime(1999)
    await allSettled()
    expect(said).toEqual([])
    jest.advanceTimersByTime(1)
    await allSettled()
    expect(said).toEqual(['A browser was ended {"why":"it did not answer"}'])
  },
)

test('a browser that ends while a tab closes is asked nothing', async () => {
  const { browsers, pool, waits } = createDriver()
  jest.useFakeTimers()
  const lease = await pool.lease(profile(), signal)
  await allSettled()
  const { opened } = browsers[0]!
  waits.closing = new Promise(() => {})
  void lease.release()
  browsers[0]!.emit('disconnected')
  jest.advanceTimersByTime(1000)
  await allSettled()
  expect(browsers[0]).toMatchObject({ opened, isClosed: false })
})

test('a browser that was not used for five minutes is closed', async () => {
  const { browsers, pool } = createDriver()
  jest.useFakeTimers()
  const first = await pool.lease(profile(), signal)
  const other = await pool.lease(profile(), signal)
  await first.release()
  jest.advanceTimersByTime(6 * 60_000)
  expect(browsers[0]!.isClosed).toBe(false)
  await other.release()
  jest.advanceTimersByTime(4 * 60_000)
  const next = await pool.lease(profile(), signal)
  jest.advanceTimersByTime(4 * 60_000)
  await next.release()
  jest.advanceTimersByTime(5 * 60_000 - 1)
  expect(browsers[0]!.isClosed).toBe(false)
  jest.advanceTimersByTime(1)
  expect(browsers[0]!.isClosed).toBe(true)
  await pool.close()
})
