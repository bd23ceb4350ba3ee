import type { PageRequest } from 'weirjs'
import { inTime } from '../time-limit.ts'
import { isForViewer } from './document.ts'
import type { Navigation } from './navigation.ts'
import type { NetworkIdle } from './network-idle.ts'
import type { Tab } from './tab.ts'

/** Milliseconds reserved for reading the page when its time is nearly up and parts of it are still loading. */
export const RESERVE = 1500
/** Milliseconds that a page may take to report that it is idle. */
const MAX_IDLE_WAIT = 1000

export interface LoadOptions {
  network: NetworkIdle
  left(): number
  signal: AbortSignal
}

/**
 * Goes to the URL and waits until the page has loaded. Returns false if the browser shows nothing: a download, or no
 * content.
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
    // If a download starts before the library knows of the navigation, the library waits forever.
    if (!(await Promise.race([committed, navigation.downloading.then(() => false)]))) {
      committed.catch(() => {})
      return false
    }
  } catch (error) {
    if (showsNothing.test((error as Error).message)) return false
    throw error
  }
  if (isForViewer(navigation.response?.headers()['content-type'] ?? '') && !isLookedAt(request)) return false
  // Firefox does not report when a picture has been read, only that it has loaded.
  await Promise.race(
    ['domcontentloaded' as const, 'load' as const].map((state) => tab.page.waitForLoadState(state, { timeout: 0 })),
  )
  await waitUntilLoaded(tab, left())
  await waitUntilIdle(tab, { network, left, signal })
  return true
}

/** Whether the request needs the browser to do or show something, so that a viewer's own page is acceptable. */
const isLookedAt = ({ screenshot, pdf, executeJS, actions, waitForSelector }: PageRequest) =>
  !!(screenshot || pdf || executeJS || actions?.length || waitForSelector)

/** Browsers report an abort if a response shows nothing, and Chromium also if it asks for a name and a password. */
const showsNothing =
  /Download is starting|ERR_ABORTED|NS_BINDING_ABORTED|ERR_INVALID_AUTH_CREDENTIALS|ERR_HTTP_RESPONSE_CODE_FAILURE/

/** Waits until scripts have received what they requested, and the page they may have navigated to has loaded. */
export async function waitUntilIdle(tab: Tab, { network, left, signal }: LoadOptions): Promise<void> {
  await network.wait(signal)
  await waitUntilLoaded(tab, left())
  // The page may navigate meanwhile, or never report idle; reading it deals with that.
  if (tab.idle) await inTime(tab.idle(), MAX_IDLE_WAIT)
}

/** Waits for pictures and frames too, but not forever: one that never arrives should not cost the page. */
async function waitUntilLoaded({ page }: Tab, left: number): Promise<void> {
  await page.waitForLoadState('load', { timeout: Math.max(1, left - RESERVE) }).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error
  })
}
