import type { BrowserType } from 'playwright-core'
import type { Engine, EngineKit } from 'weirjs'
import { type ChallengeOptions, createBrowserEngine, pagesFor } from '../playwright/index.ts'
import { type ChromiumOptions, createChromiumDriver } from './chromium-driver.ts'
import type { ChromiumSettings } from './chromium-settings.ts'

/** Memory of a page in the full browser, in bytes; the headless shell takes a third of it. */
const BYTES_PER_PAGE = 100 * 1024 * 1024

export interface OpenChromiumOptions extends ChromiumOptions {
  /** The engine's name, for the trace. */
  name: string
  /**
   * The library that drives it: Playwright's `chromium`, or that of a library with the same API. Default:
   * Playwright's.
   */
  library?: BrowserType
  /** Concurrent pages. Default: the operator's setting, or what this machine's cores and memory allow. */
  pages?: number
  /** How to handle a bot challenge. Default: not at all, so that such a page counts as blocked. */
  challenge?: ChallengeOptions
}

/** Opens an engine on Chromium. The library is loaded only now, because that takes half a second. */
export async function openChromium(
  kit: EngineKit<ChromiumSettings>,
  { name, library, pages, challenge, ...options }: OpenChromiumOptions,
): Promise<Engine> {
  const driver = createChromiumDriver({ library: library ?? (await import('playwright-core')).chromium, kit, options })
  return createBrowserEngine(driver, {
    name,
    pages: pages ?? kit.config.pages ?? pagesFor({ bytesPerPage: BYTES_PER_PAGE }),
    kit,
    challenge,
  })
}
