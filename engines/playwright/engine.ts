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
 * Milliseconds by which the end of a browser may be reported after the end of its pages: a retry must not get the
 * same browser.
 */
const DYING_TIME = 200

/**
 * One extra page per this many is for accounts that have none open, so that they need not wait for others' slow
 * pages.
 */
const PAGES_PER_SPARE = 4

/** Milliseconds until it is known whether a crashed page was ended for what it took. */
const TELLING_TIME = 50

export interface BrowserEngineOptions {
  /** The engine's name, for the trace. */
  name: string
  /** Concurrent pages. */
  pages: number
  kit: Pick<EngineKit, 'fetch' | 'log'>
  challenge?: ChallengeOptions
}

/**
 * An engine that shows pages in a browser: each waits for its turn, gets a tab, and is retried once if the browser
 * dies.
 */
export function createBrowserEngine(driver: Driver, { name, pages, kit, challenge }: BrowserEngineOptions): Engine {
  const permits = new FairSemaphore({ permits: pages, spare: Math.ceil(pages / PAGES_PER_SPARE), what: 'pages' })
  const pool = createPool(driver, kit)

  /** Tabs being closed. */
  let closingTabs = 0

  const attempt = async (given: PageRequest, time: Deadline, closing: Promise<void>[]): Promise<Page> => {
    const { signal } = time
    const lease = await pool.lease(profileOf(given), signal)
    // The page gets what waiting for its turn and its tab has left of the time.
    const request = { ...given, timeout: time.left }
    try {
      return await endOnAbort(visit(lease.tab, request, { engine: name, kit, signal, challenge }), lease.ended)
    } catch (error) {
      if (signal.aborted) throw error
      // It is chance which one is reported first: that the page crashed, or that it was ended.
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
        kit.log.warn('A browser ended while it showed a page, which is retried once')
        await sleep(DYING_TIME, signal)
        const ms = Math.round(performance.now() - started)
        const lost: Attempt = { engine: name, url: request.url.href, status: 0, reason: 'crashed', ms }
        const page = await attempt(request, time, closing).catch((again: unknown) => {
          throw again instanceof BrowserGone ? crashed(request.url, again) : again
        })
        return { ...page, trace: [lost, ...(page.trace ?? [])] }
      } finally {
        const closed = Promise.allSettled(closing)
        // The next page need not wait for the last tab to close, unless closing takes longer than showing.
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
