/** An open WebSocket. It only sends: messages of the client are ignored. */
export interface Socket {
  /** Aborted when the client has gone, the server stops, or the credential is no longer valid. */
  readonly signal: AbortSignal
  /** Sends a text, and waits until there is room for more. Rejects with the signal's reason once that is aborted. */
  send(text: string): Promise<void>
}

/**
 * Upgrades a request to a WebSocket. `speak` sends the messages. When it resolves, the socket is closed with its
 * result as the reason (at most 123 bytes), and with code 1011 when it rejects. Throws 429 `rate_limited` if the
 * account has too many sockets, 400 `invalid_request` for an invalid handshake.
 */
export type OpenSocket = (speak: (socket: Socket) => Promise<string>) => Response
