import type { UsageTotals } from 'weirjs'
import { toCredits } from 'weirjs'

const rounded = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places

/** The average response time in milliseconds and the share of successful requests; null without requests. */
export const quality = ({ requests, milliseconds, failures }: UsageTotals) => ({
  averageResponseTime: requests === 0 ? null : rounded(milliseconds / requests, 1),
  successRate: requests === 0 ? null : rounded(1 - failures / requests, 4),
})

/** The figures in all lists of usage. */
export const figures = (totals: UsageTotals) => ({
  requests: totals.requests,
  pagesScraped: totals.pages,
  creditsUsed: toCredits(totals.millicredits),
})
