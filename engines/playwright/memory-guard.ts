import type { Page as BrowserPage, Frame } from 'playwright-core'
import { isGone, PageTooLarge } from './errors.ts'
import type { BrowserProcess } from './process/browser-process.ts'
import { inTime } from './time-limit.ts'

/** Milliseconds that a frame may take to show that it still has its process. */
const PROBE_TIME = 1000

/** Frames that a page may make, over its time: each is told to this process, and costs it work. */
const MAX_FRAMES = 1000

/**
 * Aborts with PageTooLarge when it was this page whose process was ended for its memory, which browsers do not all
 * tell, and when the page makes frames without end.
 */
export function guardMemory(browser: BrowserProcess, page: BrowserPage): { ended: AbortSignal; stop(): void } {
  const ended = new AbortController()
  const end = () => ended.abort(new PageTooLarge('The page took more memory than a page may have'))
  let frames = 0
  page.on('frameattached', () => {
    frames += 1
    if (frames > MAX_FRAMES) ended.abort(new PageTooLarge(`The page has made more than ${MAX_FRAMES} frames`))
  })
  const stop = browser.onMemoryKill(async () => {
    page.once('crash', end)
    const alive = await Promise.all(page.frames().map(isAlive))
    page.off('crash', end)
    if (alive.includes(false)) end()
  })
  return { ended: ended.signal, stop }
}

/**
 * Whether code still runs in a frame. One that went elsewhere meanwhile is asked again: Firefox says the same of one
 * that has lost its process. One that was removed is no loss.
 */
async function isAlive(frame: Frame): Promise<boolean> {
  for (let tries = 0; tries < 2; tries++) {
    let failure: unknown
    const answer = frame.evaluate('1').catch((error: unknown) => {
      failure = error
    })
    if ((await inTime(answer, PROBE_TIME)) === 'late') return false
    if (failure === undefined || frame.isDetached()) return true
    if (isGone(failure)) return false
  }
  return false
}
