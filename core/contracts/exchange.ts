/**
 * A request and its answer as they went over the wire, for an archive. Of what only a browser has seen, heads are
 * rewritten, and the body is without its coding: see `rebuildExchange`.
 */
export interface Exchange {
  url: URL
  /** When the request went out, as `performance.now()` told it. */
  startedAt: number
  /** The address that answered; undefined behind a proxy. */
  address?: string
  /** The head of the request, without the header fields that may hold a secret. */
  request: Uint8Array
  /** The head of the answer as it came, with the empty line at its end. */
  head: Uint8Array
  /** The body as it came: neither its content codings nor its chunks are undone. */
  body: Uint8Array
  /** More of the body may have been sent than was read. */
  isCut: boolean
}
