import { isoTime } from '../../clock.ts'
import type { Account } from '../../contracts/account.ts'
import { ApiError } from '../../errors.ts'
import { type Cidr, isCidrWithin, parseCidr } from '../../http/client-address.ts'
import { forbidden } from '../refusals.ts'
import type { KeyBounds, NewKey } from './api-key.ts'
import { matchesPath } from './path-glob.ts'

/** Whether a key works only from some addresses, for some endpoints, or until some time. */
export const isBounded = ({ allowedIps, readOnly, endpoints, expiresAt }: KeyBounds) =>
  allowedIps !== null || readOnly || endpoints !== null || expiresAt !== null

/**
 * The restrictions of a key that is created with another key. Whatever it leaves open is restricted like that key, so
 * that a leaked key cannot live on in a wider one. Throws 403 `insufficient_permissions` (details `parameter`) for
 * what exceeds it.
 */
export function withinBounds(owner: Account, key: NewKey, bounds: KeyBounds): NewKey {
  const { permissions, allowedIps, readOnly, endpoints, expiresAt } = bounds
  const narrowed: NewKey = { ...key }

  if (!permissions.includes('*'))
    narrowed.permissions ??= permissions.filter((name) => name !== 'admin' || owner.role === 'admin')
  if (allowedIps !== null) narrowed.allowedIps ??= allowedIps
  if (endpoints !== null) narrowed.endpoints ??= endpoints
  if (expiresAt !== null) narrowed.expiresAt ??= expiresAt
  if (readOnly) narrowed.readOnly ??= true

  if (narrowed.permissions?.length === 0)
    throw forbidden(
      'This key has no permission that a new key of this user could have; use a session, or a key with more permissions',
      {
        parameter: 'permissions',
        reason: 'bounded_key',
      },
    )
  if (!permissions.includes('*') && narrowed.permissions!.some((name) => !permissions.includes(name)))
    throw beyond('permissions', `no more than ${permissions.join(', ')}`)
  if (allowedIps !== null && narrowed.allowedIps!.some((text) => !isWithinAny(text, allowedIps)))
    throw beyond('allowedIps', `addresses within ${allowedIps.join(', ')}`)
  // If one pattern matches another as text, it matches all that the other matches: only a star matches a star.
  if (endpoints !== null && narrowed.endpoints!.some((path) => !endpoints.some((wide) => matchesPath(wide, path))))
    throw beyond('endpoints', `paths within ${endpoints.join(', ')}`)
  if (expiresAt !== null && narrowed.expiresAt! > expiresAt)
    throw beyond('expiresAt', `a time until ${isoTime(expiresAt)}`)
  if (readOnly && !narrowed.readOnly) throw beyond('readOnly', 'true')
  return narrowed
}

function isWithinAny(text: string, wide: readonly string[]) {
  const network = parseCidr(text)
  // The validation of new keys refuses invalid values.
  return !network || wide.some((other) => isWithinNetwork(network, other))
}

const isWithinNetwork = (network: Cidr, text: string) => {
  const wide = parseCidr(text)
  return wide !== undefined && isCidrWithin(network, wide)
}

const beyond = (parameter: keyof NewKey, what: string) =>
  new ApiError('insufficient_permissions', `A key created with this key may have as its ${parameter} ${what}`, {
    parameter,
    reason: 'bounded_key',
  })
