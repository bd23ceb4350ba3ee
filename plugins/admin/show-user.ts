import { type ApiKey, isoTime, type Kit, readPeriod, type Static, toCredits, type User } from 'weirjs'
import type { ListedUser, UserDetails } from './schema.ts'

const showKey = ({ id, name, prefix, permissions, lastUsed, createdAt, expiresAt, revokedAt }: ApiKey) => ({
  id,
  name,
  prefix,
  permissions,
  lastUsed: isoTime(lastUsed),
  createdAt: isoTime(createdAt),
  expiresAt: isoTime(expiresAt),
  revokedAt: isoTime(revokedAt),
})

/** The most keys that are shown with a user. */
const MAX_KEYS = 100

/** Users in the form for administrators. */
export function createShownUsers({ accounts, credits, clock }: Pick<Kit, 'accounts' | 'credits' | 'clock'>) {
  const list = async (users: readonly User[]): Promise<ListedUser[]> => {
    const seen = await accounts.users.lastSeen(users.map(({ id }) => id))
    return Promise.all(
      users.map(async (user) => {
        const { monthly, used, remaining } = await credits.balance(user.id)
        return {
          id: user.id,
          email: user.email,
          fullName: user.fullName,
          plan: user.plan,
          role: user.role,
          status: user.status,
          credits: { monthly: toCredits(monthly), used: toCredits(used), remaining: toCredits(remaining) },
          monthlyCredits: user.monthlyCredits === null ? null : toCredits(user.monthlyCredits),
          rateLimit: user.rateLimit,
          lastSeen: isoTime(seen.get(user.id) ?? null),
          createdAt: isoTime(user.createdAt),
        }
      }),
    )
  }
  const one = async (user: User) => (await list([user]))[0] as ListedUser

  return {
    list,
    one,
    async details(user: User): Promise<Static<typeof UserDetails>> {
      const [shown, { keys }, month] = await Promise.all([
        one(user),
        accounts.keys.list(user.id, { limit: MAX_KEYS }),
        accounts.usage.totals(user.id, readPeriod('month', clock.now())),
      ])
      const { requests, pages, millicredits } = month
      return {
        ...shown,
        usage: { thisMonth: { requests, pagesScraped: pages, creditsUsed: toCredits(millicredits) } },
        keys: keys.map(showKey),
      }
    },
  }
}
