import type { Page as BrowserPage, Frame } from 'playwright-core'
import { isGone, PageTooLarge } from './errors.ts'
import type { BrowserProcess } from './process/browser-process.ts'
import { inTime } from './time-limit.ts'

/**
 * Milliseconds that a frame may take to show that its process is still there. Browsers report lost processes at once;
 * a frame that is only late may belong to a good page that computes, beside the one that was ended.
 */
const PROBE_TIME = 10_000

/** The most frames that a page may create in total: each is reported to this process, and costs it work. */
const MAX_FRAMES = 1000

/**
 * Aborts with PageTooLarge if this page's process was ended for what it took, which not all browsers report, and if
 * the page keeps creating frames.
 */
export function guardPage(browser: BrowserProcess, page: BrowserPage): { ended: AbortSignal; stop(): void } {
  const ended = new AbortController()
  let frames = 0
  page.on('frameattached', () => {
    frames += 1
    if (frames > MAX_FRAMES) ended.abort(new PageTooLarge(`The page has made more than ${MAX_FRAMES} frames`))
  })
  const stop = browser.onKill(async (tooMuch) => {
    const why = tooMuch === 'memory' ? 'used more memory than a page may use' : 'had more workers than a page may have'
    const end = () => ended.abort(new PageTooLarge(`The page ${why}`))
    page.once('crash', end)
    const alive = await Promise.all(page.frames().map(isAlive))
    page.off('crash', end)
    if (alive.includes(false)) end()
  })
  return { ended: ended.signal, stop }
}

/**
 * Whether code still runs in a frame. A frame that navigated meanwhile is asked again, because Firefox reports the
 * same for one that has lost its process. A removed frame is no loss.
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
