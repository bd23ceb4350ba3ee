import { type Static, t } from 'weirjs'
import { CacheConfig } from './cache/index.ts'
import { onlineSettings } from './online/index.ts'
import { Prices } from './price.ts'

/** The settings of this plugin. */
export const ScrapeConfig = t.Object({
  prices: Prices,
  cache: CacheConfig,
  trackedPages: t.Integer({
    default: 10_000,
    minimum: 0,
    description:
      'Number of pages per account whose latest version is kept for `changeTracking`; the oldest are removed first',
  }),
  converter: t.Union([t.Literal('weir'), t.Literal('turndown')], {
    default: 'weir',
    description: 'The converter that writes markdown',
  }),
  ...onlineSettings,
})
export type ScrapeConfig = Static<typeof ScrapeConfig>
