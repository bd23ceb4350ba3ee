import type { Socket } from 'node:net'
import type { RequestHeaders } from './request-headers.ts'

/** One request to one checked address. Redirects, rules and limits are not the transport's business. */
export interface Outgoing {
  /** The URL to request; the server's certificate must be for its host. */
  url: URL
  /** The address to connect to. */
  address: string
  method: string
  /** Complete, including `host`. */
  headers: RequestHeaders
  body?: string | Uint8Array
  /** Aborts the connection, the headers and the body. */
  signal: AbortSignal
  /** Accepts any certificate. */
  insecure: boolean
  /** Makes the connection, instead of connecting to the address. */
  tunnel?(): Promise<Socket>
  wire?: Wire
}

/** Receives what arrives over the connection of a request. */
export interface Wire {
  /** The next piece of the response, including its head and framing. */
  push(chunk: Uint8Array): void
  /** The body has been read to its end. */
  end(): void
}

export interface Incoming {
  status: number
  headers: Headers
  /** Cancelling it closes the connection. */
  body: ReadableStream<Uint8Array> | null
  /** Reads the whole body at once, where the runtime does that faster. It enforces no limit. */
  bytes?(): Promise<Uint8Array>
  /** Content codings of the body in the order in which they were applied; the transport has decoded none of them. */
  encodings: readonly string[]
}

/** Sends a request to an address. Throws the runtime's errors, or EgressFailure; see `toCallerError`. */
export type Transport = (request: Outgoing) => Promise<Incoming>

/** The content codings of a response, without `identity`. */
export const contentEncodings = (headers: Headers) =>
  (headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
