import { changesBetween } from '../../audit/changes.ts'
import type { Account, OwnRate } from '../../contracts/account.ts'
import type { Actor, NewAuditEntry } from '../../contracts/operations/audit.ts'
import { toCredits } from '../../credits/credits.ts'

/** The properties of a user that the audit log records. */
interface AuditedUser extends Account {
  fullName: string
  status: 'active' | 'suspended'
  /** In millicredits. */
  monthlyCredits: number | null
  rateLimit: OwnRate | null
}

const targetOf = ({ id, email }: AuditedUser) => ({ type: 'user', id, name: email })

/** As the API shows it. */
const shown = ({ fullName, plan, role, monthlyCredits, rateLimit }: AuditedUser) => ({
  fullName,
  plan,
  role,
  monthlyCredits: monthlyCredits === null ? null : toCredits(monthlyCredits),
  rateLimit,
})

export const userAdded = (user: AuditedUser): NewAuditEntry => ({
  action: 'user.added',
  target: targetOf(user),
  changes: changesBetween({}, shown(user), ['fullName', 'plan', 'role']),
})

/** The audit entries of a change, one per kind. Names and preferences are the users' own business. */
export function userChanged(
  before: AuditedUser,
  after: AuditedUser,
  by: Actor,
  hasNewPassword: boolean,
): NewAuditEntry[] {
  const entries: NewAuditEntry[] = []
  const target = targetOf(after)
  const own = ['plan', 'role', 'monthlyCredits', 'rateLimit'] as const
  const changes = changesBetween(shown(before), shown(after), by.id === after.id ? own : ['fullName', ...own])
  if (Object.keys(changes).length > 0) entries.push({ action: 'user.changed', target, changes })
  if (hasNewPassword)
    entries.push({ action: 'user.password_changed', target, changes: { password: { before: null, after: null } } })
  if (before.status !== after.status) {
    const action = after.status === 'suspended' ? 'user.suspended' : 'user.activated'
    entries.push({ action, target, changes: changesBetween(before, after, ['status']) })
  }
  return entries
}
