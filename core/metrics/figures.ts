import type { Auth } from '../auth/index.ts'
import { hasCredential } from '../auth/index.ts'
import { ApiError, isApiError } from '../errors.ts'
import { isLoopback } from '../http/client-address.ts'
import type { RequestState } from '../http/request-state.ts'

/**
 * Why a request may not see the figures at `/metrics`: they are for administrators, and without a key for whoever is on
 * this machine. A request that says that it was forwarded came from elsewhere, unless a proxy that is trusted says
 * otherwise. Source: decisions 13.
 */
export async function refuseFigures(auth: Auth, request: Request, state: RequestState): Promise<ApiError | undefined> {
  if (!hasCredential(request)) {
    const isForwarded = request.headers.has('x-forwarded-for') && state.address === state.peer.address
    if (isLoopback(state.address) && !isForwarded) return undefined
    return new ApiError(401, 'unauthorized', "Send an administrator's key, or ask from the machine itself")
  }
  try {
    state.caller = await auth.authenticate(request, () => state.address, { as: 'admin', permission: 'admin' })
    return undefined
  } catch (error) {
    if (isApiError(error)) return error
    throw error
  }
}
