import { hasCredential } from '../auth/credential.ts'
import type { Auth } from '../auth/index.ts'
import type { Limits } from '../limits/limits.ts'
import type { Idempotency } from './idempotency/idempotency.ts'
import { pathOf } from './incoming.ts'
import type { Guards } from './policy.ts'
import type { RequestState } from './request-state.ts'

/** The checks before a plugin's handler runs: authentication, permission, rate limits, concurrency. */
export function createGuards({
  auth,
  limits,
  idempotency,
  state,
}: {
  auth: Auth
  limits: Limits
  idempotency: Idempotency
  state: (request: Request) => RequestState
}): Guards {
  return {
    state,
    async authenticate(request, wanted) {
      const current = state(request)
      if (wanted.as === 'optional' && !hasCredential(request)) return undefined
      const caller = await auth.authenticate(request, () => current.address, wanted)
      const { limit } = wanted
      // The client is known now, and work may take minutes.
      if (limit !== 'calls') current.peer.keepOpen()
      if (limit !== undefined) current.uncounted = () => limits.peek(caller, limit)
      return caller
    },
    key(request, { idempotent }, body) {
      const key = request.method === 'POST' && idempotent ? request.headers.get('idempotency-key') : null
      const current = state(request)
      if (key === null || !current.caller) return
      current.keyed = { request: idempotency.of(current.caller.account.id, pathOf(request.url), key), body }
    },
    async repeat(request) {
      const { keyed } = state(request)
      return keyed?.request.begin(keyed.body, request.signal)
    },
    async admit(request, { limit }) {
      const current = state(request)
      if (!current.caller || limit === undefined) return
      // From here on a refusal brings its own headers.
      current.uncounted = undefined
      // First the place: a request that finds none takes nothing from the limit.
      const release = limit === 'calls' ? undefined : limits.enter(current.caller)
      try {
        Object.assign(current.headers, await limits.count(current.caller, limit))
      } catch (error) {
        release?.()
        throw error
      }
      current.release = release
    },
  }
}
