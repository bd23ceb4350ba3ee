import type { Socket } from 'node:net'
import type { RequestHeaders } from './request-headers.ts'

/** One request to one address that was checked. Redirects, rules and limits are not a transport's business. */
export interface Outgoing {
  /** What is asked for; its host is the name that the server's certificate must have. */
  url: URL
  /** What is connected to. */
  address: string
  method: string
  /** Complete, `host` among them. */
  headers: RequestHeaders
  body?: string | Uint8Array
  /** Ends connection, headers and body. */
  signal: AbortSignal
  /** Takes any certificate. */
  insecure: boolean
  /** Makes the connection, in place of one to the address. */
  tunnel?(): Promise<Socket>
  wire?: Wire
}

/** Is told what comes over the connection of a request. */
export interface Wire {
  /** The next piece of the answer, head and framing included. */
  push(chunk: Uint8Array): void
  /** The body has been read to its end. */
  end(): void
}

export interface Incoming {
  status: number
  headers: Headers
  /** Cancelling it ends the connection. */
  body: ReadableStream<Uint8Array> | null
  /** Reads all of the body at once, where the runtime does that quicker. It sets no limit. */
  bytes?(): Promise<Uint8Array>
  /** Content codings of the body, none of which the transport has undone, in the order in which they were applied. */
  encodings: readonly string[]
}

/** Sends a request to an address. Throws what the runtime throws, or EgressFailure; see `toCallerError`. */
export type Transport = (request: Outgoing) => Promise<Incoming>

/** The codings that an answer names, `identity` left out. */
export const contentEncodings = (headers: Headers) =>
  (headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
