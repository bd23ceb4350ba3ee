import { type Static, t } from 'weirjs'

const credits = (value: number, description: string) => t.Number({ default: value, minimum: 0, description })

/** The settings of this plugin. */
export const EnrichmentConfig = t.Object({
  prices: t.Object(
    {
      few: credits(1, 'Credits for a row with one or two fields'),
      some: credits(2, 'Credits for a row with three to five fields'),
      many: credits(3, 'Credits for a row with more fields'),
    },
    { default: {} },
  ),
  nameServers: t.Array(t.String(), {
    default: [],
    description: 'DNS servers for lookups of mail domains, as `address` or `address:port`. Default: the system’s',
  }),
})
export type EnrichmentConfig = Static<typeof EnrichmentConfig>

/** The price of a successful row in millicredits, by its number of fields. Source: decisions 3.4. */
export function priceOf(fields: number, { prices }: EnrichmentConfig): number {
  const price = fields <= 2 ? prices.few : fields <= 5 ? prices.some : prices.many
  return Math.round(price * 1000)
}
