import type { PageRequest } from 'weirjs'
import { inTime } from '../time-limit.ts'
import { isForViewer } from './document.ts'
import type { Navigation } from './navigation.ts'
import type { NetworkIdle } from './network-idle.ts'
import type { Tab } from './tab.ts'

/** Milliseconds kept for reading the page, when its time is nearly up and some part of it still loads. */
export const RESERVE = 1500
/** Milliseconds that a page may take to say that it rests. */
const MAX_IDLE_WAIT = 1000

export interface LoadOptions {
  network: NetworkIdle
  left(): number
  signal: AbortSignal
}

/**
 * Goes to the URL and waits until the page has loaded. False where the browser shows nothing: a file, or no content
 * at all.
 */
export async function loadPage(
  tab: Tab,
  request: PageRequest,
  navigation: Navigation,
  { network, left, signal }: LoadOptions,
): Promise<boolean> {
  const { url } = request
  if (!/^https?:$/.test(url.protocol)) throw new Error('net::ERR_UNKNOWN_URL_SCHEME')
  try {
    const committed = tab.page.goto(url.href, { waitUntil: 'commit', timeout: 0 }).then(() => true)
    // A file that begins before the library knows of the navigation leaves that waiting for ever.
    if (!(await Promise.race([committed, navigation.downloading.then(() => false)]))) {
      committed.catch(() => {})
      return false
    }
  } catch (error) {
    if (showsNothing.test((error as Error).message)) return false
    throw error
  }
  if (isForViewer(navigation.response?.headers()['content-type'] ?? '') && !isLookedAt(request)) return false
  // Firefox does not tell when a picture has been read, only that it has loaded.
  await Promise.race(
    ['domcontentloaded' as const, 'load' as const].map((state) => tab.page.waitForLoadState(state, { timeout: 0 })),
  )
  await waitUntilLoaded(tab, left())
  await waitUntilIdle(tab, { network, left, signal })
  return true
}

/** Whether the request wants to do or see something in the browser, so that a viewer's own page will do. */
const isLookedAt = ({ screenshot, pdf, executeJS, actions, waitForSelector }: PageRequest) =>
  !!(screenshot || pdf || executeJS || actions?.length || waitForSelector)

/** Browsers call it an abort when an answer shows nothing, and Chromium when it wants a name and a password. */
const showsNothing =
  /Download is starting|ERR_ABORTED|NS_BINDING_ABORTED|ERR_INVALID_AUTH_CREDENTIALS|ERR_HTTP_RESPONSE_CODE_FAILURE/

/** Waits until scripts have got what they asked for, and the page that they may have led to has loaded. */
export async function waitUntilIdle(tab: Tab, { network, left, signal }: LoadOptions): Promise<void> {
  await network.wait(signal)
  await waitUntilLoaded(tab, left())
  // It may go elsewhere meanwhile, or never say so; who reads it sees to that.
  if (tab.idle) await inTime(tab.idle(), MAX_IDLE_WAIT)
}

/** Waits for pictures and frames too, but not for ever: one that never comes should not cost the page. */
async function waitUntilLoaded({ page }: Tab, left: number): Promise<void> {
  await page.waitForLoadState('load', { timeout: Math.max(1, left - RESERVE) }).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error
  })
}
