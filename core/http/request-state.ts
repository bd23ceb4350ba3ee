import type { TSchema } from '@sinclair/typebox'
import type { Caller } from '../auth/caller.ts'
import type { Peer } from '../runtime/runtime.ts'
import { type Cidr, clientAddress } from './client-address.ts'
import type { KeyedRequest } from './idempotency/keyed-request.ts'

/** A sane token: what may stand in a header and a log line as it is. */
const sane = /^[\w.:-]{1,128}$/

/** What the server keeps of one request until it has been answered. */
export class RequestState {
  /** `X-Request-Id`: the request's own when it is a sane token. */
  readonly id: string
  readonly peer: Peer
  /** `performance.now()` at the start. */
  readonly started = performance.now()
  /** Whether the route has asked who sends it. */
  isAuthenticated = false
  caller: Caller | undefined
  /** Whether it is part of another request, in whose process it was made. */
  isPart = false
  /** Whether a token of the operator's identity provider is taken. */
  takesOidc = false
  /** What 401 asks for. */
  challenge = 'Bearer'
  /** Of a request with an `Idempotency-Key`. */
  keyed: { request: KeyedRequest; body: unknown } | undefined
  /** The body until it has been found to have its schema. */
  unchecked: { schema: TSchema; value: unknown } | undefined
  /** The body as it came, of a route that asks for that. */
  rawBody: Uint8Array | undefined
  /** What it counts as work under, for the account's usage; none for calls about the account. */
  endpoint: string | undefined
  /** Put on the answer, whatever it is. Lower case. */
  readonly headers: Record<string, string>
  /** How the limits stand, for an answer that was refused before it was counted. */
  uncounted: (() => Promise<Record<string, string>>) | undefined
  /** Gives back what it counted among the jobs of its caller, where it made none; gives how the limits stand then. */
  giveBack: (() => Promise<Record<string, string>>) | undefined
  /** Shown as `warnings` on a successful answer. */
  readonly warnings: string[] = []
  /** Whether the answer is known to be so short that a coding saves nothing. */
  isSmall = false
  /** Whether what the answer is made of stays in memory until the answer has been read. */
  isLong = false
  /** The code of the failure, for the log. */
  code: string | undefined
  /** Frees the place in flight. */
  release: (() => void) | undefined
  private readonly sent: Headers
  private readonly trusted: readonly Cidr[]

  /** `trusted` are the proxies whose word counts of who the client is. */
  constructor(request: Request, peer: Peer, trusted: readonly Cidr[]) {
    const given = request.headers.get('x-request-id')
    this.id = given !== null && sane.test(given) ? given : crypto.randomUUID()
    this.headers = { 'x-request-id': this.id }
    this.peer = peer
    this.sent = request.headers
    this.trusted = trusted
  }

  /** The client's, behind proxies that the operator trusts. Asked for by few requests, and not cheap. */
  get address(): string {
    return clientAddress(this.peer.address, this.sent, this.trusted)
  }
}
