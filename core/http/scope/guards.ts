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

/** The key of a request that may be sent again, in the header of its standard or another one that the route takes. */
const keyOf = (headers: Headers, other: string | undefined) =>
  headers.get('idempotency-key') ?? (other === undefined ? null : headers.get(other))

/** What a route asks of its caller. One that another route asks takes the credentials that that one takes. */
export const admissionOf = (wanted: Admission, { takesOidc }: RequestState): Admission =>
  takesOidc ? { ...wanted, oidc: true } : wanted

/** What the scope of a plugin asks of the server: who is there, may they, and how often. */
export interface Guards {
  state(request: Request): RequestState
  /** Throws 401 or 403. Undefined where a key is optional and none was sent. */
  authenticate(request: Request, wanted: RouteRequirements): MaybePromise<Caller | undefined>
  /** Makes room for a body that is about to be read; undefined for one that is here already. Throws 429. */
  receive(request: Request, most: number): IncomingBody | undefined
  /** Notes the key of a repeated request, and the body that it stands for. */
  key(request: Request, wanted: RouteRequirements, body: unknown): void
  /** The answer that a repeated request had before. Throws 409. */
  repeat(request: Request): MaybePromise<Response | undefined>
  /** How the request is answered by a WebSocket, where it asks for one. */
  socket(request: Request, caller: Caller): OpenSocket | undefined
  /** Counts the request and takes a place in flight. Throws 429. */
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

  /** Takes a place first: a request that finds none counts nothing. */
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
      if (wanted.oidc) current.takesOidc = true
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
          // The client is known now, and work may take minutes.
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
      // From here on a refusal brings its own headers.
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
