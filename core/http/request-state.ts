import type { TSchema } from '@sinclair/typebox'
import type { Admission, Caller } from '../auth/caller.ts'
import type { Peer } from '../runtime/runtime.ts'
import { type Cidr, clientAddress } from './client-address.ts'
import type { KeyedRequest } from './idempotency/keyed-request.ts'

/** An id that can go into a header and a log line as it is. */
const sane = /^[\w.:-]{1,128}$/

/** What the server keeps of one request until it has been answered. */
export class RequestState {
  /** `X-Request-Id`: the client's, if it is well-formed. */
  readonly id: string
  readonly peer: Peer
  /** `performance.now()` at the start. */
  readonly started = performance.now()
  /** Whether authentication has been attempted. */
  isAuthenticated = false
  caller: Caller | undefined
  /** Whether a route of this server made it, as part of another request. */
  isPart = false
  /** Which tokens of the operator's identity provider are accepted. */
  takesOidc: Admission['oidc']
  /** The `WWW-Authenticate` of a 401. */
  challenge = 'Bearer'
  /** Set for a request with an `Idempotency-Key`. */
  keyed: { request: KeyedRequest; body: unknown } | undefined
  /** The body, until it has been validated. */
  unchecked: { schema: TSchema; value: unknown } | undefined
  /** The unparsed body, for a route that asks for it. */
  rawBody: Uint8Array | undefined
  /** The endpoint under which the account's usage counts it; undefined for calls about the account itself. */
  endpoint: string | undefined
  /** Added to every answer. Names in lower case. */
  readonly headers: Record<string, string>
  /** Reads the limit headers, for a request that was refused before it was counted. */
  uncounted: (() => Promise<Record<string, string>>) | undefined
  /** Undoes the count of a job for a request that started none. Returns the limit headers after that. */
  giveBack: (() => Promise<Record<string, string>>) | undefined
  /** Shown as `warnings` on a successful answer. */
  readonly warnings: string[] = []
  /** Whether the answer is known to be too small to be worth compressing. */
  isSmall = false
  /** Whether the answer's data stays in memory until the client has read it. */
  isLong = false
  /** The code of the failure, for the log. */
  code: string | undefined
  /** Frees the place in flight. */
  release: (() => void) | undefined
  private readonly sent: Headers
  private readonly trusted: readonly Cidr[]

  /** `trusted`: the proxies whose `X-Forwarded-For` is believed. */
  constructor(request: Request, peer: Peer, trusted: readonly Cidr[]) {
    const given = request.headers.get('x-request-id')
    this.id = given !== null && sane.test(given) ? given : crypto.randomUUID()
    this.headers = { 'x-request-id': this.id }
    this.peer = peer
    this.sent = request.headers
    this.trusted = trusted
  }

  /** The client's address, behind trusted proxies. Computed on demand, as few requests need it. */
  get address(): string {
    return clientAddress(this.peer.address, this.sent, this.trusted)
  }
}
