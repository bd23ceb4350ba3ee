import { ApiError } from '../../errors.ts'
import { isWithin, parseCidr } from '../../http/client-address.ts'
import type { KeyRestrictions } from './api-key.ts'
import { matchesPath } from './path-glob.ts'

const forbidden = (message: string, reason: string) => new ApiError('insufficient_permissions', message, { reason })

/** Throws 403 `insufficient_permissions` (details `reason`) where a key may not be used for this request. */
export function checkRestrictions(
  { allowedIps, readOnly, endpoints }: KeyRestrictions,
  request: Request,
  address: () => string,
) {
  if (allowedIps !== null) {
    const networks = allowedIps.map(parseCidr).filter((network) => network !== undefined)
    if (!isWithin(address(), networks)) throw forbidden('This API key may not be used from this address', 'address')
  }
  if (readOnly && request.method !== 'GET' && request.method !== 'HEAD') {
    throw forbidden('This API key may only read: it takes GET requests alone', 'read_only')
  }
  if (endpoints !== null) {
    const { pathname } = new URL(request.url)
    if (!endpoints.some((pattern) => matchesPath(pattern, pathname))) {
      throw forbidden('This API key may not be used for this endpoint', 'endpoint')
    }
  }
}
