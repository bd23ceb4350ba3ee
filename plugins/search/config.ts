import { type Static, t } from 'weirjs'
import { providerSettings } from './providers/settings.ts'

/** The settings of this plugin. */
export const SearchConfig = t.Object({
  price: t.Number({
    default: 1,
    minimum: 0,
    description: 'Credits per search; scraped pages cost the same as a scrape',
  }),
  sharedIndex: t.Boolean({
    env: 'WEIR_SHARED_INDEX',
    default: false,
    description:
      'Whether `local` also finds pages that the shared cache may serve to all accounts, whoever scraped them',
  }),
  ...providerSettings,
})
export type SearchConfig = Static<typeof SearchConfig>
