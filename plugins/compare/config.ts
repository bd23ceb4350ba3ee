import { type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const CompareConfig = t.Object({
  prices: t.Object(
    { snapshot: t.Number({ default: 2, minimum: 0, description: 'Credits of a page from an archive' }) },
    { default: {}, description: 'The current page costs as much as a scrape' },
  ),
  timeout: t.Integer({
    default: 60_000,
    minimum: 1000,
    maximum: 300_000,
    description: 'Milliseconds for one request to this service, waiting for an archive’s limits included',
  }),
})
export type CompareConfig = Static<typeof CompareConfig>
