import { oneOf, type Static, t } from 'weirjs'

/** The operator's settings for Chromium, shared by the engines that use it. Source: decisions 13. */
export const chromiumSettings = {
  path: t.Optional(t.String({ env: 'WEIR_CHROMIUM_PATH', description: 'The program; default: what the system has' })),
  server: t.Optional(
    t.String({
      env: 'WEIR_CHROMIUM_WS',
      pattern: '^(ws|http)s?://',
      examples: ['ws://10.0.0.7:9222'],
      description:
        'A Chromium on another machine, by its DevTools address. The operator vouches that it cannot reach private addresses',
    }),
  ),
  sandbox: oneOf(['on', 'off'], {
    env: 'WEIR_CHROMIUM_SANDBOX',
    default: 'on',
    description: '`off` where a container forbids it; root never has one',
  }),
  pages: t.Optional(
    t.Integer({ minimum: 1, maximum: 200, description: 'Pages at once; default: by cores and memory' }),
  ),
}
const Settings = t.Object(chromiumSettings)
export type ChromiumSettings = Static<typeof Settings>
