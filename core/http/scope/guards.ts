import type { Admission, Caller } from '../../auth/caller.ts'
import { hasCredential } from '../../auth/credential.ts'
import type { Auth } from '../../auth/index.ts'
import { andThen, type MaybePromise } from '../../concurrency/maybe-promise.ts'
import type { LimitHeaders, Limits } from '../../limits/limits.ts'
import { createIncomingBodies, type IncomingBody } from '../body/incoming-bodies.ts'
import type { Idempotency } from '../idempotency/idempotency.ts'
import { routePathOf } from '../incoming.ts'
import type { RequestState } from '../request-state.ts'
import { withProtocolCredential } from '../sockets/protocol.ts'
import type { OpenSocket } from '../sockets/socket.ts'
import type { Sockets } from '../sockets/sockets.ts'
import type { RouteRequirements } from './access.ts'

/** The idempotency key of a request, from the standard header or the alternative that the route accepts. */
const keyOf = (headers: Headers, other: string | undefined) =>
  headers.get('idempotency-key') ?? (other === undefined ? null : headers.get(other))

/** What a route requires of its caller. When called by another route, it accepts that route's credentials too. */
export const admissionOf = (wanted: Admission, { takesOidc }: RequestState): Admission =>
  takesOidc ? { ...wanted, oidc: takesOidc } : wanted

/** What a plugin's scope needs of the server: who the caller is, what they may do, and how often. */
export interface Guards {
  state(request: Request): RequestState
  /** Throws 401 or 403. Undefined if a key is optional and none was sent. */
  authenticate(request: Request, wanted: RouteRequirements): MaybePromise<Caller | undefined>
  /** Reserves room for a body that is about to be read; undefined for one in memory already. Throws 429. */
  receive(request: Request, most: number): IncomingBody | undefined
  /** Remembers the request's idempotency key, if it has one, with its body. */
  key(request: Request, wanted: RouteRequirements, body: unknown): void
  /** The earlier answer to a repeated request. Throws 409. */
  repeat(request: Request): MaybePromise<Response | undefined>
  /** Opens a WebSocket, if the request asks for one. */
  socket(request: Request, caller: Caller): OpenSocket | undefined
  /** Counts the request, and one more in flight. Throws 429. */
  admit(request: Request, wanted: RouteRequirements): MaybePromise<void>
}

/** The checks before a plugin's handler runs: authentication, permission, rate limits, concurrency. */
export function createGuards({
  auth,
  limits,
  idempotency,
  sockets,
  state,
}: {
  auth: Auth
  limits: Limits
  idempotency: Idempotency
  sockets: Sockets
  state: (request: Request) => RequestState
}): Guards {
  const bodies = createIncomingBodies()

  /** Enters the requests in flight first, so that one that is refused there is not counted. */
  const enter = async (current: RequestState, caller: Caller, count: () => MaybePromise<void>) => {
    const release = await limits.enter(caller)
    try {
      await count()
    } catch (error) {
      release()
      throw error
    }
    current.release = release
  }

  return {
    state,
    authenticate(request, wanted) {
      const current = state(request)
      if (wanted.as === 'optional' && !hasCredential(request)) return undefined
      if (wanted.oidc) current.takesOidc = wanted.oidc
      const presented = wanted.socket ? withProtocolCredential(request) : request
      const { limit } = wanted
      return andThen(
        auth.authenticate(
          presented,
          () => current.address,
          admissionOf(wanted, current),
          (caller) => {
            if (limit !== undefined) current.uncounted = () => limits.peek(caller, limit)
          },
        ),
        (caller) => {
          // Authenticated connections may stay open, as work can take minutes.
          if (limit !== 'calls') current.peer.keepOpen()
          return caller
        },
      )
    },
    receive(request, most) {
      const { caller, isPart } = state(request)
      return isPart ? undefined : bodies.enter(caller?.account.id, request.headers, most)
    },
    key(request, { idempotent, keyHeader }, body) {
      const key = request.method === 'POST' && idempotent ? keyOf(request.headers, keyHeader) : null
      const current = state(request)
      if (key === null || !current.caller) return
      const path = routePathOf(request.url)
      current.keyed = { request: idempotency.of(current.caller.account.id, path, key), body }
    },
    socket: (request, caller) => sockets.opener(request, caller, state(request).peer),
    repeat(request) {
      const { keyed } = state(request)
      return keyed?.request.begin(keyed.body, request.signal)
    },
    admit(request, { limit, countsJobs }) {
      const current = state(request)
      const { caller } = current
      if (!caller || limit === undefined) return
      // From here on, a refusal brings its own headers.
      current.uncounted = undefined
      const noteHeaders = (headers: LimitHeaders) => void Object.assign(current.headers, headers)
      const count = () =>
        countsJobs
          ? andThen(limits.countJob(caller, limit), ({ headers, giveBack }) => {
              current.giveBack = giveBack
              noteHeaders(headers)
            })
          : andThen(limits.count(caller, limit), noteHeaders)
      return limit === 'calls' ? count() : enter(current, caller, count)
    },
  }
}
