import type { Accounts } from '../../contracts/accounts.ts'
import type { Owner } from '../lifecycle/runtime.ts'

/** Milliseconds for which an account's plan and status are not asked for again; changes in this process act at once. */
const KNOWN = 5_000
/** Accounts that are remembered. */
const REMEMBERED = 1_000

/** The accounts of jobs as they are now: asked for at each turn, so remembered for a moment. */
export function createOwners({ users, plans }: Accounts) {
  const known = new Map<string, { owner: Owner; until: number }>()

  const read = async (id: string): Promise<Owner> => {
    const user = await users.get(id)
    const { email, plan, role } = user ?? { email: '', plan: 'free' as const, role: 'user' as const }
    return { account: { id, email, plan, role }, active: user?.status === 'active', weight: plans[plan].weight }
  }

  return {
    async of(id: string): Promise<Owner> {
      const entry = known.get(id)
      if (entry && entry.until > performance.now()) return entry.owner
      const owner = await read(id)
      if (known.size >= REMEMBERED) known.clear()
      known.set(id, { owner, until: performance.now() + KNOWN })
      return owner
    },
    forget: (id: string) => void known.delete(id),
  }
}
