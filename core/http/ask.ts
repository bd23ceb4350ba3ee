import type { Ask } from '../contracts/plugin.ts'
import type { Peer } from '../runtime/runtime.ts'
import type { RequestState } from './request-state.ts'

/** The headers that say who sends a request, and from where. */
const CALLER_HEADERS = ['authorization', 'x-api-key', 'x-forwarded-for']

interface AskParts {
  state(request: Request): RequestState
  /** Answers a request that is part of another one. */
  answer(request: Request, peer: Peer, outer: RequestState): Promise<Response>
}

/** Lets a route call another route on behalf of its own caller. */
export const createAsk =
  ({ state, answer }: AskParts): Ask =>
  (under, path, init = {}) => {
    const outer = state(under)
    const headers = new Headers(init.headers)
    for (const name of CALLER_HEADERS) {
      const value = under.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    headers.set('x-request-id', outer.id)
    return answer(new Request(`http://localhost${path}`, { ...init, headers }), outer.peer, outer)
  }
