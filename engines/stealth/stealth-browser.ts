import { release } from 'node:os'
import type { Page as BrowserPage, BrowserType } from 'playwright-core'
import type { Engine, EngineKit } from 'weirjs'
import { chromiumArguments, userAgentOf } from '../chromium/arguments.ts'
import { type ChromiumKind, createChromiumDriver } from '../chromium/chromium-driver.ts'
import type { ChromiumSettings } from '../chromium/chromium-settings.ts'
import { clientHints } from '../chromium/client-hints.ts'
import { contextOf, type Visitor } from '../playwright/browser-profile.ts'
import { createBrowserEngine } from '../playwright/engine.ts'
import type { ChallengeOptions } from '../playwright/page/visit.ts'
import type { Driver } from '../playwright/pool.ts'
import { pause } from '../playwright/time-limit.ts'
import { failCrashedFrames } from './crashed-frames.ts'

/** The screen of most desktop visitors. */
const SCREEN = { width: 1920, height: 1080 }

/**
 * What a context says of itself is only what the caller asked for: the rest is the browser's own, because each thing
 * that is made up contradicts another. Source: self-tests of five detection projects, where a tuned but honest browser
 * passed best.
 */
function honestContext(visitor: Visitor) {
  const { locale, extraHTTPHeaders, viewport, ...rest } = contextOf(visitor)
  return {
    ...rest,
    viewport: visitor.viewport ?? null,
    ...(visitor.languages && { locale, extraHTTPHeaders }),
  }
}

const kind = (more: Pick<ChromiumKind, 'lifetime' | 'headless'>): ChromiumKind => ({
  shell: 'never',
  ...more,
  arguments: (version) => [
    ...chromiumArguments,
    `--user-agent=${userAgentOf(version)}`,
    `--screen-info={${SCREEN.width}x${SCREEN.height}}`,
    `--window-size=${SCREEN.width},${SCREEN.height}`,
    '--lang=en-US',
  ],
  context: honestContext,
  identity: ({ userAgent, mobile }, version) =>
    userAgent || mobile ? undefined : clientHints(version, release().replace(/-.*/, '')),
  // The library decides on every document itself, and refuses what asks for a password.
  entrance: 'door',
})

/** Moves the pointer as a hand does, so that the page sees somebody. */
async function moveAbout(page: BrowserPage, signal: AbortSignal): Promise<void> {
  const { width, height } = page.viewportSize() ?? SCREEN
  for (let i = 0; i < 3; i++) {
    const x = width * (0.2 + 0.6 * Math.random())
    const y = height * (0.2 + 0.5 * Math.random())
    await page.mouse.move(x, y, { steps: 8 + Math.floor(8 * Math.random()) })
    await pause(60 + 120 * Math.random(), signal)
  }
}

/** Most challenges that let a browser pass do so within these times, in ms. */
const advancedChallenge: ChallengeOptions = { wait: (left) => Math.min(10_000, left * 0.4) }
const maximumChallenge: ChallengeOptions = { wait: (left) => Math.min(20_000, left * 0.7), meanwhile: moveAbout }

export interface BrowserVisitorOptions {
  type: BrowserType
  kit: EngineKit<ChromiumSettings>
  pages: number
}

/** The full browser, without the marks of automation, kept warm and with a context a page. */
export const openAdvanced = ({ type, kit, pages }: BrowserVisitorOptions): Engine =>
  withDriver(createChromiumDriver({ type, kind: kind({ lifetime: 300, headless: true }), kit }), {
    kit,
    pages,
    challenge: advancedChallenge,
  })

/** The same with more patience, with a hand on the pointer, and with a window where this machine has a display. */
export const openMaximum = ({ type, kit, pages }: BrowserVisitorOptions): Engine =>
  withDriver(createChromiumDriver({ type, kind: kind({ lifetime: 100, headless: !process.env.DISPLAY }), kit }), {
    kit,
    pages: Math.ceil(pages / 4),
    challenge: maximumChallenge,
  })

function withDriver(
  driver: ReturnType<typeof createChromiumDriver>,
  { kit, pages, challenge }: { kit: EngineKit<ChromiumSettings>; pages: number; challenge: ChallengeOptions },
): Engine {
  const guarded: Driver = {
    ...driver,
    tab(opened) {
      failCrashedFrames(opened.page)
      return driver.tab(opened)
    },
  }
  const engine = createBrowserEngine(guarded, { name: 'stealth', pages, kit, challenge })
  return {
    ...engine,
    async close() {
      await engine.close?.()
      await driver.close()
    },
  }
}
