import { defineEngine, t } from 'weirjs'
import { firefoxReady } from './find-firefox.ts'

/**
 * Firefox, for pages that look or work differently in it. It costs more than Chromium, so it is used only if it is
 * named.
 */
export default defineEngine({
  name: 'browser_b',
  aliases: ['firefox'],
  api: 1,
  supports: { javascript: true, actions: true, screenshot: true, pdf: true, mobile: true, proxy: true },
  config: t.Object({
    path: t.Optional(t.String({ env: 'WEIR_FIREFOX_PATH', description: 'The program; default: what the system has' })),
    pages: t.Optional(
      t.Integer({ minimum: 1, maximum: 200, description: 'Pages at once; default: by cores and memory' }),
    ),
  }),
  cost: 300,
  ready: ({ config }) => firefoxReady(config.path),
  open: async (kit) => (await import('./open.ts')).openFirefox(kit),
})
