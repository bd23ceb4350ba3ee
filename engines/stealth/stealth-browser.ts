import { release } from 'node:os'
import type { Page as BrowserPage, BrowserType } from 'playwright-core'
import type { Engine, EngineKit } from 'weirjs'
import { sleep } from 'weirjs'
import {
  type ChromiumSettings,
  clientHints,
  guardingArguments,
  type OpenChromiumOptions,
  openChromium,
  userAgentOf,
} from '../chromium/index.ts'
import { type BrowserProfile, type ChallengeOptions, contextOptionsOf } from '../playwright/index.ts'
import { failCrashedFrames } from './crashed-frames.ts'

/** The screen of most desktop visitors. */
const SCREEN = { width: 1920, height: 1080 }

/**
 * A context overrides only what the caller asked for; the rest is the browser's own, because anything made up
 * contradicts something else. Source: self-tests of five detection projects, which a tuned but honest browser passed
 * best.
 */
function honestContext(profile: BrowserProfile) {
  const { locale, extraHTTPHeaders, viewport, ...rest } = contextOptionsOf(profile)
  return {
    ...rest,
    viewport: profile.viewport ?? null,
    ...(profile.languages && { locale, extraHTTPHeaders }),
  }
}

/** Moves the pointer like a hand, so that the page sees a visitor. */
export async function moveAbout(page: BrowserPage, signal: AbortSignal): Promise<void> {
  const { width, height } = page.viewportSize() ?? SCREEN
  for (let i = 0; i < 3; i++) {
    const x = width * (0.2 + 0.6 * Math.random())
    const y = height * (0.2 + 0.5 * Math.random())
    await page.mouse.move(x, y, { steps: 8 + Math.floor(8 * Math.random()) })
    await sleep(60 + 120 * Math.random(), signal)
  }
}

/** Most challenges that let a browser pass do so within these times, in ms. */
const advancedChallenge: ChallengeOptions = { wait: (left) => Math.min(10_000, left * 0.4) }
const maximumChallenge: ChallengeOptions = { wait: (left) => Math.min(20_000, left * 0.7), meanwhile: moveAbout }

export interface StealthBrowserOptions {
  library: BrowserType
  kit: EngineKit<ChromiumSettings>
  pages: number
}

const common = (library: BrowserType) =>
  ({
    name: 'stealth',
    library,
    headlessShell: 'never',
    arguments: (version) => [
      ...guardingArguments,
      `--user-agent=${userAgentOf(version)}`,
      `--screen-info={${SCREEN.width}x${SCREEN.height}}`,
      `--window-size=${SCREEN.width},${SCREEN.height}`,
      '--lang=en-US',
    ],
    context: honestContext,
    identity: ({ userAgent, mobile }, version) =>
      userAgent || mobile ? undefined : clientHints(version, release().replace(/-.*/, '')),
    // The library intercepts every document itself, and refuses what asks for a password.
    proxyAccess: 'open-endpoint',
    onPage: failCrashedFrames,
  }) satisfies OpenChromiumOptions

/** The full browser, without the marks of automation, kept running and with a context for each page. */
export const openAdvanced = ({ library, kit, pages }: StealthBrowserOptions): Promise<Engine> =>
  openChromium(kit, { ...common(library), pages, lifetime: 300, challenge: advancedChallenge })

/** The same with more patience, with a moving pointer, and with a window if this machine has a display. */
export const openMaximum = ({ library, kit, pages }: StealthBrowserOptions): Promise<Engine> =>
  openChromium(kit, {
    ...common(library),
    pages: Math.ceil(pages / 4),
    lifetime: 100,
    headless: !process.env.DISPLAY,
    challenge: maximumChallenge,
  })
