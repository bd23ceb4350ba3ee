/** What the usage page reads from the API, under its schema names. */

export type Granularity = 'hour' | 'day' | 'week' | 'month'

export interface UsageOverview {
  totalRequests: number
  pagesScraped: number
  creditsUsed: number
  averageResponseTime: number
  successRate: number
}

export interface UsageBucket {
  period: string
  requests: number
  pagesScraped: number
  creditsUsed: number
  averageResponseTime: number | null
  successRate: number | null
}

export interface UsageTrends {
  granularity: Granularity
  series: UsageBucket[]
}

export interface Usage {
  byEndpoint: { endpoint: string; requests: number; creditsUsed: number }[]
}

export interface AccountUsage {
  id: string
  email: string | null
  plan: string | null
  requests: number
  pagesScraped: number
  creditsUsed: number
  averageResponseTime: number | null
  successRate: number | null
}

/** Subtracts the selected period from twice its length: the previous period. */
export function overviewBefore(whole: UsageOverview, last: UsageOverview): UsageOverview {
  const totalRequests = whole.totalRequests - last.totalRequests
  const mean = (name: 'averageResponseTime' | 'successRate') =>
    totalRequests <= 0 ? 0 : (whole[name] * whole.totalRequests - last[name] * last.totalRequests) / totalRequests
  return {
    totalRequests,
    pagesScraped: whole.pagesScraped - last.pagesScraped,
    creditsUsed: whole.creditsUsed - last.creditsUsed,
    averageResponseTime: Math.max(0, mean('averageResponseTime')),
    successRate: Math.min(1, Math.max(0, mean('successRate'))),
  }
}
