import { defineEngine, t } from 'weirjs'
import { chromiumReady } from './chromium-driver.ts'
import { chromiumSettings } from './chromium-settings.ts'

/** Chromium, which runs a page's script and shows what comes of it. */
export default defineEngine({
  name: 'browser_a',
  aliases: ['chromium'],
  api: 1,
  supports: { javascript: true, actions: true, screenshot: true, pdf: true, mobile: true, proxy: true },
  config: t.Object(chromiumSettings),
  cost: 100,
  ready: ({ config }) => chromiumReady(config, 'first'),
  open: async (kit) => (await import('./open.ts')).openChromium(kit),
})
