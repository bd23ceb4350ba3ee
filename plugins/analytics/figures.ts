import type { UsageTotals } from 'weirjs'
import { toCredits } from 'weirjs'

const rounded = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places

/** Milliseconds that an answer took on average; null where there was none. */
export const responseTime = ({ requests, milliseconds }: UsageTotals) =>
  requests === 0 ? null : rounded(milliseconds / requests, 1)

/** The share of requests that did not fail; null where there was none. */
export const successRate = ({ requests, failures }: UsageTotals) =>
  requests === 0 ? null : rounded(1 - failures / requests, 4)

/** What every list of usage shows. */
export const figures = (totals: UsageTotals) => ({
  requests: totals.requests,
  pagesScraped: totals.pages,
  creditsUsed: toCredits(totals.millicredits),
})
