import { type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const CompareConfig = t.Object({
  prices: t.Object(
    { snapshot: t.Number({ default: 2, minimum: 0, description: 'Credits for a page from an archive' }) },
    { default: {}, description: 'The current page costs the same as a scrape' },
  ),
  timeout: t.Integer({
    default: 60_000,
    minimum: 1000,
    maximum: 300_000,
    description:
      'Time limit for one request to this service, including the wait for an archive’s rate limits, in milliseconds',
  }),
})
export type CompareConfig = Static<typeof CompareConfig>
