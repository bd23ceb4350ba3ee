/**
 * The browsers that tests look at pages with. Each is started once per process, by the first test that asks for it,
 * and closed after the last one. Each test creates a context of its own.
 */
import type { Browser } from 'playwright-core'

export type BrowserName = 'chromium' | 'firefox'

/**
 * It draws a third as often as by default, and animates nothing of the window around a page: while a test waits, that
 * is most of its work. It has no add-ons: finding and starting them takes a third of its start.
 */
const FIREFOX_PREFERENCES = {
  'layout.frame_rate': 20,
  'ui.prefersReducedMotion': 1,
  'extensions.enabledScopes': 0,
  'extensions.startupScanScopes': 0,
}

const launch: Readonly<Record<BrowserName, () => Promise<Browser>>> = {
  async chromium() {
    const { chromium } = await import('playwright-core')
    const { findChromium } = await import('../engines/chromium/find-chromium.ts')
    const executablePath = findChromium(undefined, { headlessShell: 'preferred' })?.program
    return chromium.launch({ executablePath, args: ['--no-sandbox'] })
  },
  async firefox() {
    const { firefox } = await import('playwright-core')
    const { findFirefox } = await import('../engines/firefox/find-firefox.ts')
    const executablePath = findFirefox(undefined)
    return firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs: FIREFOX_PREFERENCES })
  },
}

const started = new Map<BrowserName, Promise<Browser>>()

/** The browser of this process; a new one if it has ended, or did not start. */
export function browserOf(name: BrowserName): Promise<Browser> {
  const running = started.get(name)
  if (running) return running
  const forget = () => void started.delete(name)
  const browser = launch[name]()
  started.set(name, browser)
  browser.then((it) => it.once('disconnected', forget), forget)
  return browser
}

export async function closeBrowsers(): Promise<void> {
  for (const browser of started.values()) await (await browser).close()
}
