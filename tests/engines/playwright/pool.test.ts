import { expect, test } from 'bun:test'
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
const log: Log = { info() {}, warn() {}, error() {}, with: () => log }
const { signal } = new AbortController()

/** A driver whose browsers do nothing, and what became of them. */
function createDriver(lifetime = 100) {
  const browsers: (EventEmitter & { contexts: Set<BrowserContext>; isClosed: boolean; opened: number })[] = []
  let failure: unknown
  const driver: Driver = {
    name: 'Browser',
    lifetime,
    async start() {
      if (failure) throw failure
      const browser = Object.assign(new EventEmitter(), {
        contexts: new Set<BrowserContext>(),
        isClosed: false,
        opened: 0,
        async newContext() {
          browser.opened++
          const context = {
            newPage: async () => Object.assign(new EventEmitter(), { frames: () => [] }),
            close: async () => void browser.contexts.delete(context as unknown as BrowserContext),
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
    pool: createPool(driver, { log }),
    fail: (error: unknown) => {
      failure = error
    },
  }
}
const settled = () => Bun.sleep(5)

test('requests share one browser, each in a tab of its own, with one opened ahead', async () => {
  const { browsers, pool } = createDriver()
  const leases = await Promise.all([pool.lease(profile(), signal), pool.lease(profile(), signal)])
  await settled()
  expect(browsers).toHaveLength(1)
  expect(leases[0]!.tab.context).not.toBe(leases[1]!.tab.context)
  // Two in use, and as many ahead.
  expect([browsers[0]!.opened, browsers[0]!.contexts.size]).toEqual([4, 4])
  await Promise.all(leases.map((lease) => lease.release()))
  expect([browsers[0]!.contexts.size, browsers[0]!.isClosed]).toEqual([2, false])
  // The next takes what was opened ahead, and leaves another.
  const next = await pool.lease(profile(), signal)
  await settled()
  expect(browsers[0]!.opened).toBe(4)
  await next.release()
  await pool.close()
  expect([browsers[0]!.isClosed, browsers[0]!.contexts.size]).toEqual([true, 0])
})

test('a tab that was opened ahead is for the visitor that it was opened for, and goes where nobody like it comes', async () => {
  const { browsers, pool } = createDriver()
  await (await pool.lease(profile('one'), signal)).release()
  await settled()
  expect(browsers[0]!.contexts.size).toBe(1)
  // Each of these opens a tab of its own; four in vain are forgiven, the fifth closes what nobody took.
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

test('a browser that has shown as many pages as it may is replaced, and closed when its last page is', async () => {
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
  await (await pool.lease(profile(), signal)).release()
  expect(browsers).toHaveLength(2)
  await pool.close()
})

test('a browser that does not start is told with what to do, and is tried again by the next', async () => {
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

test('who gives up while a tab opens leaves nothing open', async () => {
  const { browsers, pool } = createDriver()
  const caller = new AbortController()
  const leasing = pool.lease(profile(), caller.signal)
  caller.abort(new Error('gone'))
  expect(await rejection(leasing)).toBe(caller.signal.reason)
  await settled()
  expect(browsers.flatMap(({ contexts }) => [...contexts])).toEqual([])
  await pool.close()
})

test('a pool that is closed gives no tab', async () => {
  const { browsers, pool } = createDriver()
  await pool.close()
  expect(await rejection(pool.lease(profile(), signal))).toBeInstanceOf(BrowserGone)
  expect(browsers).toEqual([])
})
