/**
 * A request and its response as they went over the wire, for an archive. Those of a browser have reconstructed heads
 * and a decoded body: see `rebuildExchange`.
 */
export interface Exchange {
  url: URL
  /** When the request was sent, by `performance.now()`. */
  startedAt: number
  /** The IP address that answered; undefined behind a proxy. */
  address?: string
  /** The head of the request, without header fields that may contain a secret. */
  request: Uint8Array
  /** The head of the response as received, with the empty line at its end. */
  head: Uint8Array
  /** The body as received, with content codings and chunks. */
  body: Uint8Array
  /** Whether the body may be longer than what was read. */
  isCut: boolean
}
