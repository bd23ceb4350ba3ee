import { type Static, t } from 'weirjs'

/** The settings of this plugin. The prices of pages are those of the plugin scrape. */
export const CrawlConfig = t.Object({
  prices: t.Object(
    {
      extract: t.Number({ default: 2, minimum: 0, description: 'Credits for AI extraction from a page' }),
    },
    { default: {} },
  ),
})
export type CrawlConfig = Static<typeof CrawlConfig>
