/**
 * The browsers in which tests open pages. Each is started once per process, by the first test that needs it, and
 * closed after the last one. Every test creates its own context.
 */
import { test } from 'bun:test'
import type { Browser } from 'playwright-core'
import type { EngineDefinition } from 'weirjs'

export type BrowserName = 'chromium' | 'firefox'

/**
 * Saves CPU time: a third of the usual frame rate and no animations of the window, which are most of the work while a
 * test waits; and no add-ons, which take a third of the start.
 */
const FIREFOX_PREFERENCES = {
  'layout.frame_rate': 20,
  'ui.prefersReducedMotion': 1,
  'extensions.enabledScopes': 0,
  'extensions.startupScanScopes': 0,
}

const engines: Readonly<Record<BrowserName, () => Promise<{ default: EngineDefinition }>>> = {
  chromium: () => import('../engines/chromium/index.ts'),
  firefox: () => import('../engines/firefox/index.ts'),
}

/** Whether a browser is installed. If not, one line says that its tests are skipped. */
export async function hasBrowser(name: BrowserName): Promise<boolean> {
  const { installed } = await import('./engines/installed.ts')
  return installed((await engines[name]()).default)
}

/** Bun's `test` for tests in a browser, which are skipped where it is not installed. */
export const testIn = async (name: BrowserName) => test.skipIf(!(await hasBrowser(name)))

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

/** The browser of this process. A new one is started if it has ended or failed to start. */
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
