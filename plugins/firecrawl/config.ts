import { type Static, t } from 'weirjs'

/** The settings of this plugin. Whatever other plugins do is charged at their prices. */
export const FirecrawlConfig = t.Object({
  prices: t.Object(
    { prompt: t.Number({ default: 2, minimum: 0, description: 'Credits for turning a prompt into crawl options' }) },
    { default: {} },
  ),
})
export type FirecrawlConfig = Static<typeof FirecrawlConfig>
