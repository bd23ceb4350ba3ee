import type { Auth } from './auth/index.ts'
import type { Limits } from './limits.ts'
import type { Guards } from './policy.ts'
import type { RequestState } from './request-state.ts'

/** What stands before a plugin's work: who is it, may they, how often, how many at once. */
export function createGuards({
  auth,
  limits,
  state,
}: {
  auth: Auth
  limits: Limits
  state: (request: Request) => RequestState
}): Guards {
  return {
    state,
    async authenticate(request, wanted) {
      const current = state(request)
      const caller = await auth.authenticate(request, () => current.address, wanted)
      const { limit } = wanted
      // The client is known now, and work may take minutes.
      if (limit !== 'calls') current.peer.keepOpen()
      if (limit !== undefined) current.uncounted = () => limits.peek(caller, limit)
      return caller
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
