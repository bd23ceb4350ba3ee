import { ApiError, type EngineKit, endOnAbort, isApiError } from 'weirjs'
import type { BrowserProfile } from './browser-profile.ts'
import type { Driver } from './driver.ts'
import { BrowserGone, isGone } from './errors.ts'
import { CONTEXT_TIME, closeTab, openTab } from './open-tab.ts'
import type { Tab } from './page/tab.ts'
import { guardPage } from './page-guard.ts'
import { type BrowserProcess, superviseBrowser } from './process/browser-process.ts'
import { SpareTabs } from './spare-tabs.ts'
import { inTime } from './time-limit.ts'

/** A tab that belongs to the caller until it is released. */
export interface Lease {
  readonly tab: Tab
  /** Aborts with BrowserGone when the browser ends, or with PageTooLarge when the page was ended for what it took. */
  readonly ended: AbortSignal
  release(): Promise<void>
}

export interface Pool {
  lease(profile: BrowserProfile, signal: AbortSignal): Promise<Lease>
  close(): Promise<void>
}

/** Milliseconds that a browser may take to show that it still works. */
const RESPONSE_TIME = 2000
/** Milliseconds after which an idle browser is closed: it holds 100 to 400 MB. */
const IDLE_TIME = 5 * 60_000

/**
 * Keeps one browser running with tabs opened ahead, gives each request a tab of its own, and replaces worn browsers.
 */
export function createPool(driver: Driver, { log }: Pick<EngineKit, 'log'>): Pool {
  const browsers = new Set<BrowserProcess>()
  const spares = new SpareTabs(driver)
  let current: Promise<BrowserProcess> | undefined
  let idleTimer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const start = async (): Promise<BrowserProcess> => {
    const started = await driver.start()
    const browser = superviseBrowser({
      connection: started.browser,
      pid: started.pid,
      log,
      onEnd() {
        browsers.delete(browser)
        spares.close(browser)
      },
    })
    browsers.add(browser)
    return browser
  }

  /** The running browser, or a fresh one if that has ended or is about to. */
  const currentBrowser = async (): Promise<BrowserProcess> => {
    if (closed) throw new BrowserGone('the engine is closed')
    current ??= start()
    const starting = current
    try {
      const browser = await starting
      if (!browser.hasEnded && !browser.retired) return browser
    } catch (error) {
      if (current === starting) current = undefined
      throw isApiError(error) ? error : cannotStart(driver.name, error)
    }
    if (current === starting) current = undefined
    return currentBrowser()
  }

  const retire = (browser: BrowserProcess) => {
    browser.retired = true
    spares.close(browser)
    if (browser.open === 0) void browser.close()
  }

  /** A browser that no longer opens a context does nothing else either. */
  const checkResponsive = async (browser: BrowserProcess) => {
    if (browser.hasEnded) return
    const answer = await inTime(
      browser.connection.newContext().then((context) => context.close()),
      RESPONSE_TIME,
    )
    if (answer === 'late') browser.kill('it did not answer')
    else retire(browser)
  }

  const release = async (browser: BrowserProcess, tab: Tab) => {
    const outcome = await closeTab(tab)
    browser.open -= 1
    if (outcome === 'late') await checkResponsive(browser)
    if (browser.hasEnded) return
    if (browser.retired) {
      if (browser.open === 0) await browser.close()
    } else if (browser.opened >= driver.lifetime) retire(browser)
    closeWhenIdle()
  }

  /** Nobody waits for this tab any more. A browser that could not open one in all this time hangs. */
  const abandon = async (browser: BrowserProcess, opening: Promise<Tab>) => {
    if ((await inTime(opening, CONTEXT_TIME)) === 'late') await checkResponsive(browser)
    const tab = await opening.catch(() => undefined)
    if (tab) return release(browser, tab)
    browser.open -= 1
    closeWhenIdle()
  }

  const closeWhenIdle = () => {
    clearTimeout(idleTimer)
    if (closed || [...browsers].some(({ open }) => open > 0)) return
    idleTimer = setTimeout(() => {
      for (const browser of browsers) retire(browser)
    }, IDLE_TIME)
    idleTimer.unref?.()
  }

  return {
    async lease(profile, signal) {
      clearTimeout(idleTimer)
      const starting = currentBrowser()
      const browser = await endOnAbort(starting, signal).catch((error: unknown) => {
        // It goes on starting, for the next request, which may never come.
        starting.then(closeWhenIdle, () => {})
        throw error
      })
      browser.open += 1
      const opening = spares.take(browser, profile) ?? openTab(driver, browser, profile)
      try {
        const tab = await endOnAbort(endOnAbort(opening, browser.ended), signal)
        if (!closed) spares.open(browser, profile)
        const guard = guardPage(browser, tab.page)
        return {
          tab,
          ended: AbortSignal.any([browser.ended, guard.ended]),
          release() {
            guard.stop()
            return release(browser, tab)
          },
        }
      } catch (error) {
        void abandon(browser, opening)
        throw isGone(error) ? new BrowserGone('the browser ended', { cause: error }) : error
      }
    },

    async close() {
      closed = true
      clearTimeout(idleTimer)
      spares.close()
      await current?.catch(() => {})
      await Promise.all([...browsers].map((browser) => browser.close()))
    },
  }
}

function cannotStart(name: string, cause: unknown): ApiError {
  const sandbox = /sandbox/i.test(String((cause as Error)?.message))
  const reason = sandbox ? `${name} has no sandbox here` : `${name} did not start`
  const remedy = sandbox
    ? 'Let the process make user namespaces, or set WEIR_CHROMIUM_SANDBOX=off'
    : 'See the log, or run `weir doctor`'
  return new ApiError('engine_unavailable', `${reason}. ${remedy}`, { reason, remedy }, { cause })
}
