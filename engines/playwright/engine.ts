import {
  ApiError,
  type Attempt,
  type Deadline,
  deadline,
  type Engine,
  type EngineKit,
  endOnAbort,
  FairSemaphore,
  type Page,
  type PageRequest,
  permitFor,
  sleep,
} from 'weirjs'
import { profileOf } from './browser-profile.ts'
import type { Driver } from './driver.ts'
import { BrowserGone, PageTooLarge } from './errors.ts'
import { type ChallengeOptions, visit } from './page/visit.ts'
import { createPool } from './pool.ts'

/**
 * Milliseconds between the end of a browser's pages, and of the browser, which is told later: the next try must not
 * find it.
 */
const DYING_TIME = 200

/** For each so many pages one more for accounts that have none: they need not wait for the slow pages of others. */
const PAGES_PER_SPARE = 4

/** Milliseconds until it is known whether a page that has crashed was ended for its memory. */
const TELLING_TIME = 50

export interface BrowserEngineOptions {
  /** The engine's name, for the trace. */
  name: string
  /** Pages at once. */
  pages: number
  kit: Pick<EngineKit, 'fetch' | 'log'>
  challenge?: ChallengeOptions
}

/**
 * An engine that shows pages in a browser: each waits its turn, has a tab, and where the browser dies is tried once
 * more.
 */
export function createBrowserEngine(driver: Driver, { name, pages, kit, challenge }: BrowserEngineOptions): Engine {
  const permits = new FairSemaphore({ permits: pages, spare: Math.ceil(pages / PAGES_PER_SPARE), what: 'pages' })
  const pool = createPool(driver, kit)

  /** Tabs that close. */
  let closingTabs = 0

  const attempt = async (given: PageRequest, time: Deadline, closing: Promise<void>[]): Promise<Page> => {
    const { signal } = time
    const lease = await pool.lease(profileOf(given), signal)
    // The page has what waiting for its turn and its tab has left.
    const request = { ...given, timeout: time.left }
    try {
      return await endOnAbort(visit(lease.tab, request, { engine: name, kit, signal, challenge }), lease.ended)
    } catch (error) {
      if (signal.aborted) throw error
      // Which of the two is told first is chance: that the page has crashed, or that it was ended.
      if (error instanceof BrowserGone) await sleep(TELLING_TIME, signal)
      if (lease.ended.reason instanceof PageTooLarge) throw tooLarge(request.url, lease.ended.reason)
      throw lease.ended.aborted ? new BrowserGone('the browser ended', { cause: error }) : error
    } finally {
      closing.push(lease.release())
    }
  }

  return {
    async fetch(request, context) {
      const started = performance.now()
      using time = deadline(context.signal, request.timeout)
      const { signal } = time
      const release = await permits.acquire(permitFor({ ...context, signal }))
      const closing: Promise<void>[] = []
      try {
        return await attempt(request, time, closing)
      } catch (error) {
        if (!(error instanceof BrowserGone)) throw error
        kit.log.warn('A browser ended under a page, which is tried once more')
        await sleep(DYING_TIME, signal)
        const ms = Math.round(performance.now() - started)
        const lost: Attempt = { engine: name, url: request.url.href, status: 0, reason: 'crashed', ms }
        const page = await attempt(request, time, closing).catch((again: unknown) => {
          throw again instanceof BrowserGone ? crashed(request.url, again) : again
        })
        return { ...page, trace: [lost, ...(page.trace ?? [])] }
      } finally {
        const closed = Promise.allSettled(closing)
        // The next need not wait for the tab of the last to close, unless closing takes longer than showing.
        if (closingTabs < pages / 2) release()
        closingTabs += 1
        void closed.then(() => {
          closingTabs -= 1
          release()
        })
      }
    },
    async close() {
      await pool.close()
      await driver.close()
    },
  }
}

const tooLarge = (url: URL, cause: PageTooLarge) =>
  new ApiError('scraping_failed', cause.message, { url: url.href, reason: 'too_large' }, { cause })

const crashed = (url: URL, cause: unknown) =>
  new ApiError(
    'scraping_failed',
    'The page ended the browser that showed it, twice',
    { url: url.href, reason: 'crashed' },
    { cause },
  )
