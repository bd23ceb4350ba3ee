import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { isWithin, parseCidr } from '../http/client-address.ts'
import type { Caller } from './caller.ts'
import { type KeyRestrictions, PREFIX_LENGTH } from './keys/api-key.ts'
import type { KeyStore } from './keys/keys.ts'
import { matchesPath } from './keys/path-glob.ts'
import { forbidden, suspended, unauthorized } from './refusals.ts'

/** The caller of a request that presents an API key. Throws as `Auth.authenticate` does. */
export async function callerByKey(
  { keys, clock }: { keys: KeyStore; clock: Clock },
  secret: string,
  request: Request,
  address: () => string,
): Promise<Caller> {
  const key = await keys.find(secret)
  if (!key) throw unauthorized('This API key is not valid: nobody here has it; use another, or make one')
  const { id, account, permissions, rateLimit, restrictions, revokedAt, expiresAt } = key
  if (revokedAt !== null) throw new ApiError('key_revoked', 'This API key has been revoked; use another')
  if (expiresAt !== null && expiresAt <= clock.now())
    throw new ApiError('key_expired', `This API key expired at ${new Date(expiresAt).toISOString()}; use another`)
  if (key.status === 'suspended') throw suspended()
  keys.used(id)
  checkRestrictions(restrictions, request, address)
  return {
    account,
    permissions,
    rateLimit: key.ownRateLimit,
    key: { id, prefix: secret.slice(0, PREFIX_LENGTH), rateLimit, bounds: { permissions, ...restrictions, expiresAt } },
  }
}

/** Throws 403 `insufficient_permissions` (details `reason`) where a key may not be used for this request. */
export function checkRestrictions(
  { allowedIps, readOnly, endpoints }: KeyRestrictions,
  request: Request,
  address: () => string,
) {
  if (allowedIps !== null) {
    const networks = allowedIps.map(parseCidr).filter((network) => network !== undefined)
    if (!isWithin(address(), networks))
      throw forbidden('This API key may not be used from this address', { reason: 'address' })
  }
  if (readOnly && request.method !== 'GET' && request.method !== 'HEAD') {
    throw forbidden('This API key may only read: it takes GET requests alone', { reason: 'read_only' })
  }
  if (endpoints !== null) {
    const { pathname } = new URL(request.url)
    if (!endpoints.some((pattern) => matchesPath(pattern, pathname))) {
      throw forbidden('This API key may not be used for this endpoint', { reason: 'endpoint' })
    }
  }
}
