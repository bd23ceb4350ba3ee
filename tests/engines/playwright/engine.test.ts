import { expect, spyOn, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { Browser, BrowserContext, Page as BrowserPage } from 'playwright-core'
import type { Log, PageRequest } from 'weirjs'
import type { Driver } from '../../../engines/playwright/driver.ts'
import { createBrowserEngine } from '../../../engines/playwright/engine.ts'
import { BrowserGone } from '../../../engines/playwright/errors.ts'
import { CONTEXT_TIME } from '../../../engines/playwright/open-tab.ts'
import { account, rejection } from './open-engine.ts'
import { shownTab } from './page/shown-tab.ts'

const site = 'https://site.test/'
type Shown = ReturnType<typeof shownTab>

/** An engine whose pages behave as the test says, by their number. */
function open({ pages = 2, each = (_: Shown, _number: number) => {}, closing = async () => {} } = {}) {
  const said: string[] = []
  const say = (message: string) => void said.push(message)
  const log: Log = { info: say, warn: say, error: say, with: () => log }
  const counts = { tabs: 0, browsers: 0, closedTabs: 0, closedDriver: 0 }
  const browsers: EventEmitter[] = []
  const driver: Driver = {
    name: 'Browser',
    lifetime: 100,
    async start() {
      counts.browsers++
      const browser = Object.assign(new EventEmitter(), {
        async newContext() {
          return {
            newPage: async () => Object.assign(new EventEmitter(), { frames: () => [] }),
            async close() {
              await closing()
              counts.closedTabs++
            },
          }
        },
        close: async () => void browser.emit('disconnected'),
      })
      browsers.push(browser)
      return { browser: browser as unknown as Browser, pid: undefined }
    },
    openPageProxy: async () => undefined,
    contextOptions: async () => ({}),
    async tab({ context, page }) {
      const shown = shownTab(site)
      each(shown, ++counts.tabs)
      const frames = page.frames
      return {
        ...shown.asTab,
        page: Object.assign(shown.page, { frames }) as unknown as BrowserPage,
        context: Object.assign(shown.context, { close: () => context.close() }) as unknown as BrowserContext,
      }
    },
    close: async () => void counts.closedDriver++,
  }
  const kit = { log, fetch: () => Promise.reject(new Error('nothing is fetched beside the browser')) }
  const engine = createBrowserEngine(driver, { name: 'browser', pages, kit })
  const get = (more: Partial<PageRequest> = {}, signal = new AbortController().signal) =>
    engine.fetch(
      { url: new URL(site), timeout: 5000, maxBytes: 10_000, ...more },
      { signal, account: account('a'), priority: 'medium' },
    )
  return { engine, get, said, counts, browsers }
}

test('a page is shown in its own tab, which is closed afterwards', async () => {
  const { get, counts, said, engine } = open()
  const page = await get()
  expect([new TextDecoder().decode(page.body as Uint8Array), page.trace, said]).toEqual(['<p>Page</p>', [], []])
  await get()
  expect([counts.browsers, counts.closedTabs]).toEqual([1, 2])
  await engine.close?.()
  expect(counts.closedDriver).toBe(1)
})

test('a page whose browser ends is retried once in another, and the trace shows that', async () => {
  const { get, counts, said, browsers } = open({
    each({ tab }, number) {
      if (number !== 1) return
      tab.html = async () => {
        browsers[0]!.emit('disconnected')
        return new Promise(() => {})
      }
    },
  })
  const page = await get()
  expect(page.trace).toEqual([{ engine: 'browser', url: site, status: 0, reason: 'crashed', ms: expect.any(Number) }])
  expect([counts.browsers, said]).toEqual([2, ['A browser ended while it showed a page, which is retried once']])
})

test('the trace has the time that the page had taken when its browser ended', async () => {
  let now = performance.now()
  using clock = spyOn(performance, 'now').mockImplementation(() => now)
  const { get, browsers } = open({
    each({ tab }, number) {
      // The second page was opened ahead; the third belongs to the next browser.
      if (number === 3) clock.mockRestore()
      if (number !== 1) return
      tab.prepare = async () => {
        now += 250.4
        browsers[0]!.emit('disconnected')
        return new Promise(() => {})
      }
    },
  })
  expect((await get()).trace).toMatchObject([{ reason: 'crashed', ms: 250 }])
})

test('a page that ends its browser twice fails', async () => {
  const { get, said } = open({
    each({ tab }) {
      tab.html = () => Promise.reject(new BrowserGone('it crashed'))
    },
  })
  expect(await rejection(get())).toMatchObject({
    code: 'scraping_failed',
    message: 'The page ended the browser that showed it, twice',
    details: { url: site, reason: 'crashed' },
  })
  expect(said).toHaveLength(1)
})

test('a page that takes too much memory fails at once', async () => {
  const { get, said } = open({
    each({ page }) {
      const { goto } = page
      page.goto = async (url) => {
        for (let i = 0; i <= 1000; i++) page.emit('frameattached')
        await goto(url)
      }
    },
  })
  expect(await rejection(get())).toMatchObject({
    code: 'scraping_failed',
    message: 'The page has made more than 1000 frames',
    details: { url: site, reason: 'too_large' },
  })
  expect(said).toEqual([])
})

test('any other failure is thrown unchanged, without a retry', async () => {
  const { get, counts, said } = open({
    each({ page }) {
      page.goto = () => Promise.reject(new Error('net::ERR_CONNECTION_RESET'))
    },
  })
  expect(await rejection(get())).toMatchObject({ details: { reason: 'reset' } })
  expect([counts.browsers, said]).toEqual([1, []])
})

test('no more pages are shown at once than the engine allows', async () => {
  const goOn = Promise.withResolvers<void>()
  let shown = 0
  const { get, engine } = open({
    pages: 2,
    each({ tab }) {
      tab.prepare = () => {
        shown++
        return goOn.promise
      }
    },
  })
  const all = [1, 2, 3, 4].map(() => get())
  await Bun.sleep(20)
  expect(shown).toBe(2)
  goOn.resolve()
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await engine.close?.()
})

test('the next page does not wait for the tab of the last one to close, unless many tabs close slowly', async () => {
  // However slow it is, the browser does not count as hanging.
  const start = setTimeout
  using _ = spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) =>
    start(ms === CONTEXT_TIME ? () => {} : run, ms)) as typeof setTimeout)
  let closing = Promise.withResolvers<void>()
  let shown = 0
  const { get, engine } = open({
    pages: 6,
    each({ tab }) {
      tab.prepare = async () => void shown++
    },
    closing: () => closing.promise,
  })
  for (let round = 1; round <= 2; round++) {
    // Besides the three tabs that are closing, as many pages as ever may be shown.
    for (let i = 0; i < 3 + 6; i++) await get()
    const next = get()
    await Bun.sleep(20)
    expect(shown).toBe(round * 10 - 1)
    closing.resolve()
    closing = Promise.withResolvers()
    await next
    closing.resolve()
    await Bun.sleep(5)
    closing = Promise.withResolvers()
  }
  closing.resolve()
  await engine.close?.()
})

test('a caller that gives up gets its own reason, and its place is free again', async () => {
  const { get } = open({
    pages: 1,
    each({ tab }, number) {
      if (number === 1) tab.prepare = () => new Promise(() => {})
    },
  })
  const controller = new AbortController()
  const given = get({}, controller.signal)
  await Bun.sleep(5)
  controller.abort(new Error('gone'))
  expect(await rejection(given)).toEqual(new Error('gone'))
  expect((await get()).status).toBe(200)
})
