import { type Static, t } from 'weirjs'

/** The settings of this plugin. Pages cost what the plugin scrape charges. */
export const CrawlConfig = t.Object({
  prices: t.Object(
    {
      extract: t.Number({ default: 2, minimum: 0, description: 'Credits for AI extraction from a page' }),
    },
    { default: {} },
  ),
})
export type CrawlConfig = Static<typeof CrawlConfig>
