import { defineEngine, t } from 'weirjs'
import { chromiumSettings } from './chromium-settings.ts'
import { openChromium } from './open.ts'
import { chromiumReady } from './ready.ts'

export { chromiumArguments, guardingArguments, userAgentOf } from './arguments.ts'
export type { ChromiumOptions } from './chromium-driver.ts'
export { type ChromiumSettings, chromiumSettings } from './chromium-settings.ts'
export { type ClientHints, clientHints } from './client-hints.ts'
export { type OpenChromiumOptions, openChromium } from './open.ts'
export { chromiumReady } from './ready.ts'

/** Chromium, which runs a page's scripts and renders it. */
export default defineEngine({
  name: 'browser_a',
  aliases: ['chromium'],
  api: 1,
  supports: { javascript: true, actions: true, screenshot: true, pdf: true, mobile: true, proxy: true },
  config: t.Object(chromiumSettings),
  cost: 100,
  ready: ({ config }) => chromiumReady(config),
  open: (kit) => openChromium(kit, { name: 'browser_a' }),
})
