import { hasCredential } from '../auth/credential.ts'
import type { Auth } from '../auth/index.ts'
import { ApiError, isApiError } from '../errors.ts'
import { isLoopback } from '../http/client-address.ts'
import type { RequestState } from '../http/request-state.ts'

/** Headers that reverse proxies add to what they forward; some add only one of them. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Why a request may not read `/metrics`; undefined if it may. The metrics are for administrators, and without a key
 * for anyone on this machine. If a reverse proxy that does not identify itself may run on this machine too, everybody
 * needs the key, and so does any request that says it was forwarded. Source: decisions 13.
 */
export async function refuseMetrics(
  auth: Auth,
  request: Request,
  state: RequestState,
  mayBeProxied: boolean,
): Promise<ApiError | undefined> {
  if (!hasCredential(request)) {
    if (mayBeProxied) return new ApiError('unauthorized', "Send an administrator's key")
    const isForwarded = FORWARDING.some((name) => request.headers.has(name))
    if (isLoopback(state.peer.address) && !isForwarded) return undefined
    return new ApiError('unauthorized', "Send an administrator's key, or ask from the machine itself")
  }
  try {
    state.caller = await auth.authenticate(request, () => state.address, { as: 'admin', permission: 'admin' })
    return undefined
  } catch (error) {
    if (isApiError(error)) return error
    throw error
  }
}
