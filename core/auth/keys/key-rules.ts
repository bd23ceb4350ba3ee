import type { Account } from '../../contracts/account.ts'
import type { PlanName } from '../../contracts/plan.ts'
import { ApiError } from '../../errors.ts'
import { parseCidr } from '../../http/client-address.ts'
import type { NewKey } from './api-key.ts'

/**
 * Checks what an account asks of a new key. Throws like `Keys.create`. `known` are the names of permissions, `now` is
 * the time.
 */
export function checkNewKey(account: Account, key: NewKey, known: readonly string[], now: number) {
  checkPlan(account.plan, key)
  checkPermissions(account, key.permissions ?? [], known)
  checkRestrictions(key)
  if (key.expiresAt !== undefined && key.expiresAt <= now) throw invalid('expiresAt', 'a time in the future')
}

const invalid = (parameter: string, what: string) =>
  new ApiError('invalid_request', `${parameter} must be ${what}`, { parameter })

/** The plan that each feature of a key requires. Source: spec section 5.7, decisions 2.6. */
const NEEDED: readonly [field: keyof NewKey, plans: readonly PlanName[]][] = [
  ['permissions', ['pro', 'enterprise']],
  ['rateLimit', ['pro', 'enterprise']],
  ['allowedIps', ['enterprise']],
  ['readOnly', ['enterprise']],
  ['endpoints', ['enterprise']],
]

function checkPlan(plan: PlanName, key: NewKey) {
  for (const [field, plans] of NEEDED) {
    // `readOnly: false` and null request nothing.
    if (!key[field] || plans.includes(plan)) continue
    const requiredPlan = plans[0]!
    const message = `Keys with ${field} need the ${plans.join(' or ')} plan; this account is on the ${plan} plan`
    throw new ApiError('insufficient_permissions', message, { parameter: field, requiredPlan })
  }
}

function checkPermissions(account: Account, wanted: readonly string[], known: readonly string[]) {
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined) throw invalid('permissions', `an array of ${known.join(', ')}`)
  if (wanted.includes('admin') && account.role !== 'admin') {
    const message = 'Only keys of administrators can hold the permission admin'
    throw new ApiError('insufficient_permissions', message, { parameter: 'permissions' })
  }
}

function checkRestrictions({ allowedIps, endpoints }: NewKey) {
  if (allowedIps?.some((text) => !parseCidr(text))) {
    throw invalid('allowedIps', 'an array of networks such as 203.0.113.0/24 or 2001:db8::/32')
  }
  if (endpoints?.some((pattern) => !/^\/[^?#]*$/.test(pattern))) {
    throw invalid('endpoints', 'an array of paths that begin with / and have no query, in which * stands for anything')
  }
}
