/** A WebSocket that is open. What the other end says on it is not heard. */
export interface Socket {
  /** Aborted when the other end has gone, the server stops, or the credential holds no more. */
  readonly signal: AbortSignal
  /** Sends a text, and waits until there is room for more. Rejects with the signal's reason once that is aborted. */
  send(text: string): Promise<void>
}

/**
 * Answers a request by a WebSocket: `speak` says what is to be said, and the socket is closed when it has resolved,
 * with what it gives as the reason, at most 123 bytes; after a failure with the code 1011. Throws 429 `rate_limited`
 * where the account has too many, 400 `invalid_request` for what is no handshake.
 */
export type OpenSocket = (speak: (socket: Socket) => Promise<string>) => Response
