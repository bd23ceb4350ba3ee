import type { Caller } from './auth/index.ts'
import { type Cidr, clientAddress } from './client-address.ts'
import type { KeyedRequest } from './idempotency.ts'
import type { Peer } from './runtime/index.ts'

/** What the server keeps of one request until it has been answered. */
export interface RequestState {
  /** `X-Request-Id`: the request's own when it is a sane token. */
  readonly id: string
  readonly peer: Peer
  /** The client's, behind proxies that the operator trusts. */
  readonly address: string
  /** `performance.now()` at the start. */
  readonly started: number
  /** Whether the route's access has been looked at. */
  admitted?: true
  caller?: Caller
  /** Of a request with an `Idempotency-Key`. */
  keyed?: { request: KeyedRequest; body: unknown }
  /** What it counts as work under, for the account's usage; none for calls about the account. */
  endpoint?: string
  /** Put on the answer, whatever it is. Lower case. */
  readonly headers: Record<string, string>
  /** How the limits stand, for an answer that was refused before it was counted. */
  uncounted?: () => Promise<Record<string, string>>
  /** Shown as `warnings` on a successful answer. */
  readonly warnings: string[]
  /** The code of the failure, for the log. */
  code?: string
  /** Frees the place in flight. */
  release?: () => void
}

/** A sane token: what may stand in a header and a log line as it is. */
const sane = /^[\w.:-]{1,128}$/

export function openState(request: Request, peer: Peer, trusted: readonly Cidr[]): RequestState {
  const given = request.headers.get('x-request-id')
  const id = given !== null && sane.test(given) ? given : crypto.randomUUID()
  return {
    id,
    peer,
    // Asked for by few requests, and not cheap.
    get address() {
      return clientAddress(peer.address, request.headers, trusted)
    },
    started: performance.now(),
    headers: { 'x-request-id': id },
    warnings: [],
  }
}
