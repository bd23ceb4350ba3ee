import type { Clock } from '../clock.ts'
import { isoTime } from '../clock.ts'
import { andThen, type MaybePromise } from '../concurrency/maybe-promise.ts'
import { ApiError } from '../errors.ts'
import { isInNetworks, parseCidr } from '../http/client-address.ts'
import { routePathOf } from '../http/incoming.ts'
import type { Caller } from './caller.ts'
import { type KeyRestrictions, PREFIX_LENGTH } from './keys/api-key.ts'
import type { FoundKey, KeyStore } from './keys/keys.ts'
import { matchesPath } from './keys/path-glob.ts'
import { forbidden, suspended, unauthorized } from './refusals.ts'

/** The caller of a request with an API key, before their permissions are checked. */
export const callerByKey = ({ keys, clock }: { keys: KeyStore; clock: Clock }, secret: string): MaybePromise<Caller> =>
  andThen(keys.find(secret), (found) => {
    const key = checkUsable(found, clock)
    const { id, account, rateLimit, bounds } = key
    keys.used(id)
    const shown = { id, prefix: secret.slice(0, PREFIX_LENGTH), rateLimit, bounds }
    return { account, permissions: bounds.permissions, rateLimit: key.ownRateLimit, key: shown }
  })

/** The key, if it is still valid. Throws 401, or 403 for a suspended user. */
function checkUsable(key: FoundKey | undefined, clock: Clock): FoundKey {
  if (!key) throw unauthorized('This API key is not valid: no account here has it; use another, or create one')
  const { revokedAt } = key
  const { expiresAt } = key.bounds
  if (revokedAt !== null) throw new ApiError('key_revoked', 'This API key has been revoked; use another')
  if (expiresAt !== null && expiresAt <= clock.now())
    throw new ApiError('key_expired', `This API key expired at ${isoTime(expiresAt)}; use another`)
  if (key.status === 'suspended') throw suspended()
  return key
}

/** Throws 403 `insufficient_permissions` (details `reason`) if the key may not be used for this request. */
export function checkRestrictions(
  { allowedIps, readOnly, endpoints }: KeyRestrictions,
  request: Request,
  address: () => string,
) {
  if (allowedIps !== null) {
    const networks = allowedIps.map(parseCidr).filter((network) => network !== undefined)
    if (!isInNetworks(address(), networks))
      throw forbidden('This API key may not be used from this address', { reason: 'address' })
  }
  if (readOnly && request.method !== 'GET' && request.method !== 'HEAD') {
    throw forbidden('This API key is read-only: it allows only GET requests', { reason: 'read_only' })
  }
  if (endpoints !== null) {
    const path = routePathOf(request.url)
    if (!endpoints.some((pattern) => matchesPath(pattern, path))) {
      throw forbidden('This API key may not be used for this endpoint', { reason: 'endpoint' })
    }
  }
}
