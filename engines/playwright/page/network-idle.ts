import type { Page as BrowserPage, Request } from 'playwright-core'
import { sleep } from 'weirjs'

/** Requests with whose responses scripts build the page. Streams and beacons never end, or do not matter. */
const contentTypes = new Set(['xhr', 'fetch', 'script', 'stylesheet', 'document'])
/**
 * A page is done once no such request has been pending for this many ms; fewer if the page itself reports when it is
 * idle.
 */
const QUIET = 120
const QUIET_IF_REPORTED = 60
/** The longest time in ms that a pending request is waited for. */
const MAX_WAIT = 3000
const STEP = 20

/** Milliseconds after which the requests that scripts make on load have been sent. */
const FIRST_WAIT = 30

export interface NetworkIdle {
  /**
   * Waits until the scripts of a loaded page have received what they requested. A page that requests nothing is done
   * almost at once.
   */
  wait(signal: AbortSignal): Promise<void>
  /** How many requests that build the page there have been. */
  readonly started: number
}

/** Counts the pending requests of a page, from before it is loaded. `reportsIdle`: see `Tab.idle`. */
export function watchNetwork(page: BrowserPage, { reportsIdle }: { reportsIdle: boolean }): NetworkIdle {
  const least = reportsIdle ? QUIET_IF_REPORTED : QUIET
  const open = new Set<Request>()
  const end = (request: Request) => {
    open.delete(request)
    changed = performance.now()
  }
  let changed = 0
  let begun = 0
  page.on('request', (request) => {
    // Not every redirect is reported as finished.
    const before = request.redirectedFrom()
    if (before) open.delete(before)
    if (!contentTypes.has(request.resourceType())) return
    open.add(request)
    begun += 1
    changed = performance.now()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    get started() {
      return begun
    },
    async wait(signal) {
      const latest = performance.now() + MAX_WAIT
      await sleep(FIRST_WAIT, signal)
      if (open.size === 0 && performance.now() - changed > FIRST_WAIT) return
      while (performance.now() < latest && (open.size > 0 || performance.now() - changed < least))
        await sleep(STEP, signal)
    },
  }
}
