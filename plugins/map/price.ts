import { type Millicredits, type Static, t } from 'weirjs'

/** Credits per page, which add up. Source: spec section 8.3, decisions 3.4. */
export const Prices = t.Object(
  {
    page: t.Number({ default: 0.1, minimum: 0, description: 'Each returned page' }),
    browser: t.Number({ default: 0.05, minimum: 0, description: 'With a browser engine' }),
    deep: t.Number({ default: 0.02, minimum: 0, description: 'A page 4 or 5 links away from the root' }),
    proxy: t.Number({ default: 2, minimum: 0, description: 'With the proxy pool' }),
  },
  { default: {} },
)
export type Prices = Static<typeof Prices>

/** The depth from which a page counts as deep. */
const DEEP = 4
/** Prices are multiples of this: a hundredth of a credit. */
const STEP: Millicredits = 10

/** What a price depends on. */
export interface Priced {
  pages: number
  /** The number of these that are deep. */
  deep: number
  browser: boolean
  proxy: boolean
}

/** Whether a page at this depth costs more. */
export const isDeep = (depth: number) => depth >= DEEP

/** The price of a map, rounded up to a hundredth of a credit. */
export function priceOf({ pages, deep, browser, proxy }: Priced, prices: Prices): Millicredits {
  // In millionths of a credit, so that only the end result is rounded.
  const micro = (credits: number) => Math.round(credits * 1e6)
  const page = micro(prices.page) + (browser ? micro(prices.browser) : 0) + (proxy ? micro(prices.proxy) : 0)
  const sum = pages * page + deep * micro(prices.deep)
  return Math.ceil(sum / (STEP * 1000)) * STEP
}

/** The highest possible price of a map. */
export const mostOf = (
  { maxPages, maxDepth }: { maxPages: number; maxDepth: number },
  way: Pick<Priced, 'browser' | 'proxy'>,
  prices: Prices,
) => priceOf({ pages: maxPages, deep: isDeep(maxDepth) ? maxPages : 0, ...way }, prices)
