import type { Caller, Kit } from 'weirjs'
import { ALL_ACCOUNTS, ApiError, isAdministrator, notFound, readPeriod } from 'weirjs'

/** What the query of each of these routes may say. */
export interface UsageQuery {
  period?: string
  account?: string
}

/** Reads what a request asks for: whose usage, and of which time. Source: decisions 12.2. */
export function createQueryReader({ accounts: { users }, clock }: Kit) {
  const periodOf = ({ period = 'month' }: UsageQuery) => readPeriod(period, clock.now())
  const find = (account: string) => (account.includes('@') ? users.byEmail(account) : users.get(account))
  return {
    periodOf,
    /** The account whose usage is read, or that which stands for all of them; of what was checked. */
    async accountOf({ account }: UsageQuery, caller: Caller): Promise<string> {
      if (account === undefined) return caller.account.id
      return account === 'all' ? ALL_ACCOUNTS : ((await find(account))?.id ?? account)
    },
    /**
     * Throws 400 for a period that is none, 403 where somebody asks for what is not theirs, and 404 for an account
     * that nobody has.
     */
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
