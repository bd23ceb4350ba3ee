import type { Caller, Kit } from 'weirjs'
import { ALL_ACCOUNTS, ApiError, isAdministrator, notFound, readPeriod } from 'weirjs'

/** The query parameters that these routes share. */
export interface UsageQuery {
  period?: string
  account?: string
}

/** Reads whose usage a request asks for, and for which period. Source: decisions 12.2. */
export function createQueryReader({ accounts: { users }, clock }: Kit) {
  const periodOf = ({ period = 'month' }: UsageQuery) => readPeriod(period, clock.now())
  const find = (account: string) => (account.includes('@') ? users.byEmail(account) : users.get(account))
  return {
    periodOf,
    /** The account to read, or the id that stands for all accounts. The query must have been checked. */
    async accountOf({ account }: UsageQuery, caller: Caller): Promise<string> {
      if (account === undefined) return caller.account.id
      return account === 'all' ? ALL_ACCOUNTS : ((await find(account))?.id ?? account)
    },
    /** Throws 400 for an invalid period, 403 for the usage of others, and 404 for an unknown account. */
    async check(query: UsageQuery, caller: Caller): Promise<void> {
      periodOf(query)
      const { account } = query
      if (account === undefined || account === caller.account.id) return
      if (!isAdministrator(caller)) {
        const message = 'Only administrators can see the usage of other or all accounts; omit account to see your own'
        throw new ApiError('insufficient_permissions', message, { parameter: 'account', permission: 'admin' })
      }
      if (account === 'all' || (await find(account))) return
      const unknown = notFound('user', account)
      throw account.includes('@')
        ? new ApiError('not_found', 'There is no user with this e-mail address', unknown.details)
        : unknown
    },
  }
}
