import { chromium } from 'playwright-core'
import type { Engine, EngineKit } from 'weirjs'
import { contextOf } from '../playwright/browser-profile.ts'
import { placesFor } from '../playwright/capacity.ts'
import { createBrowserEngine } from '../playwright/engine.ts'
import { chromiumArguments, userAgentOf } from './arguments.ts'
import { type ChromiumKind, createChromiumDriver } from './chromium-driver.ts'
import type { ChromiumSettings } from './chromium-settings.ts'

/** Bytes that a page of the full browser takes; one of the headless shell takes a third. */
const BYTES_PER_PAGE = 100 * 1024 * 1024

const kind: ChromiumKind = {
  shell: 'first',
  // It showed no growth in 200 pages, so this only bounds what was not seen.
  lifetime: 500,
  headless: true,
  arguments: (version) => [
    ...chromiumArguments,
    `--user-agent=${userAgentOf(version)}`,
    // A page's script may fill this many megabytes; then its own process ends, and no other.
    '--js-flags=--max-old-space-size=1024',
  ],
  context: contextOf,
  entrance: 'password',
}

/** The engine in use. Apart from its definition, because the library takes half a second to load. */
export function openChromium(kit: EngineKit<ChromiumSettings>): Engine {
  const driver = createChromiumDriver({ type: chromium, kind, kit })
  const pages = kit.config.pages ?? placesFor({ bytesPerPage: BYTES_PER_PAGE })
  const engine = createBrowserEngine(driver, { name: 'browser_a', pages, kit })
  return {
    ...engine,
    async close() {
      await engine.close?.()
      await driver.close()
    },
  }
}
