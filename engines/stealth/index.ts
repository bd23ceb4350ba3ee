import { defineEngine, t } from 'weirjs'
import { chromiumReady, chromiumSettings } from '../chromium/index.ts'

/**
 * Visits a site like an ordinary visitor, and if the site is suspicious, with more and more of a visitor's own means.
 */
export default defineEngine({
  name: 'stealth',
  api: 1,
  supports: { javascript: true, actions: true, screenshot: true, pdf: true, stealth: true, mobile: true, proxy: true },
  config: t.Object({
    path: chromiumSettings.path,
    sandbox: chromiumSettings.sandbox,
    pages: chromiumSettings.pages,
  }),
  cost: 200,
  ready: ({ config }) => chromiumReady(config, 'never'),
  open: async (kit) => (await import('./open.ts')).openStealth(kit),
})
