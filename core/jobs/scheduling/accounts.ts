import { LRUCache } from 'lru-cache'
import type { Account } from '../../contracts/account.ts'
import type { Accounts } from '../../contracts/accounts.ts'
import type { Plan } from '../../contracts/plan.ts'

/** Milliseconds for which an account's plan and status are cached. Changes in this process take effect at once. */
const KNOWN = 5_000
/** Accounts in the cache. */
const REMEMBERED = 1_000

/** The current state of a job's account. */
export interface JobAccount {
  account: Account
  /** Its plan, with the account's own limits. */
  plan: Plan
  /** Whether its jobs may run: it exists and is not suspended. */
  active: boolean
  /** Its share of the workers, relative to other accounts with work. */
  weight: number
}

/** The accounts of jobs. Cached for a moment, as each slice of work needs them. */
export interface JobAccounts {
  get(id: string): Promise<JobAccount>
  forget(id: string): void
}

export function createJobAccounts({ users, plans, plan: planOf }: Accounts): JobAccounts {
  const known = new LRUCache<string, JobAccount>({ max: REMEMBERED, ttl: KNOWN, ttlResolution: 0 })

  const read = async (id: string): Promise<JobAccount> => {
    const user = await users.get(id)
    const { email, plan, role } = user ?? { email: '', plan: 'free' as const, role: 'user' as const }
    const { weight } = plans[plan]
    const account: Account = { id, email, plan, role, weight }
    return { account, plan: planOf(account), active: user?.status === 'active', weight }
  }

  return {
    async get(id) {
      const remembered = known.get(id)
      if (remembered) return remembered
      const account = await read(id)
      known.set(id, account)
      return account
    },
    forget: (id) => void known.delete(id),
  }
}
