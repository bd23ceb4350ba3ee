import type { Page as BrowserPage, Request } from 'playwright-core'
import { sleep } from 'weirjs'

/** Requests whose answers scripts make the page of. Streams and beacons never end, or do not matter. */
const contentTypes = new Set(['xhr', 'fetch', 'script', 'stylesheet', 'document'])
/**
 * A page is done when nothing that makes it has been under way for so long, in ms; less where the page itself tells
 * when it rests.
 */
const QUIET = { alone: 120, told: 60 }
/** A request that does not end is waited for no longer, in ms. */
const MAX_WAIT = 3000
const STEP = 20

/** What scripts do as the page has loaded is under way after so long, in ms. */
const FIRST_WAIT = 30

export interface NetworkIdle {
  /**
   * Waits until the scripts of a loaded page have got what they asked for. A page that asks for nothing is done
   * almost at once.
   */
  wait(signal: AbortSignal): Promise<void>
  /** How many requests that make the page there have been. */
  readonly started: number
}

/** Counts what a page has under way, from before it is loaded. */
export function watchNetwork(page: BrowserPage, { told }: { told: boolean }): NetworkIdle {
  const least = told ? QUIET.told : QUIET.alone
  const open = new Set<Request>()
  const end = (request: Request) => {
    open.delete(request)
    changed = performance.now()
  }
  let changed = 0
  let begun = 0
  page.on('request', (request) => {
    // Not every redirect is told to have finished.
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
