import { LRUCache } from 'lru-cache'
import type { Account } from '../../contracts/account.ts'
import type { Accounts } from '../../contracts/accounts.ts'
import type { Plan } from '../../contracts/plan.ts'

/**
 * Milliseconds for which an account's plan and status are not asked for again; changes in this process act at once.
 */
const KNOWN = 5_000
/** Accounts that are remembered. */
const REMEMBERED = 1_000

/** The account of a job as it is now. */
export interface JobAccount {
  account: Account
  /** Its plan, with the account's own settings. */
  plan: Plan
  /** Whether it may have work done: it exists and is not suspended. */
  active: boolean
  /** Its share among the accounts that have work. */
  weight: number
}

/** The accounts of jobs: asked for at each slice of their work, so remembered for a moment. */
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
