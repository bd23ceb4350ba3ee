import type { Caller } from '../call.ts'
import type { CallOptions, Query } from '../operations.ts'

/** Requests, pages and credits that were used. */
export function analytics({ call }: Caller) {
  return {
    usage: (query?: Query<'getUsage'>, options?: CallOptions) => call('GET', '/v1/users/usage', { ...options, query }),
    overview: (query?: Query<'getUsageOverview'>, options?: CallOptions) =>
      call('GET', '/v1/analytics/overview', { ...options, query }),
    trends: (query?: Query<'listUsageTrends'>, options?: CallOptions) =>
      call('GET', '/v1/analytics/trends', { ...options, query }),
    /** The accounts with the highest usage, for administrators. */
    accounts: (query?: Query<'listMostUsingAccounts'>, options?: CallOptions) =>
      call('GET', '/v1/analytics/accounts', { ...options, query }),
  }
}
