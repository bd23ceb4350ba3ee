/** The peer of a request, and control of its connection during a long response. */
export interface Peer {
  /** The peer's address, as text. */
  address: string
  /** Lifts the idle limit for this request: the response may take minutes. */
  keepOpen(): void
  /**
   * Sets the idle limit again: the response is ready, and a client that does not read it must not be waited for
   * forever.
   */
  answered?(): void
  /**
   * Upgrades the connection to a WebSocket. The result must be returned as the response to the request, but is not
   * sent; undefined if the request is not a handshake.
   */
  upgrade?(events: SocketEvents): Response | undefined
}

/** The server's end of a WebSocket. */
export interface RawSocket {
  /** False if much is queued for sending: `drained` is called once there is room again. */
  send(text: string): boolean
  close(code: number, reason: string): void
}

export interface SocketEvents {
  /** The subprotocol that is used, of those that the client offers. */
  protocol: string | undefined
  opened(socket: RawSocket): void
  drained(): void
  closed(): void
}

export interface Listener {
  hostname: string
  port: number
  /** Accepts no new connections; resolves when the open ones have ended. */
  stop(): Promise<void>
  /** Closes what is still open. */
  abort(): void
}

/** What Weir needs from its runtime beyond Web standards and `node:` modules. */
export interface Runtime {
  readonly name: 'bun' | 'deno' | 'node'
  readonly version: string
  serve(options: {
    hostname: string
    port: number
    handle: (request: Request, peer: Peer) => Promise<Response>
  }): Promise<Listener>
  /** The program has started: code is compiled as soon as usual from now on. */
  started(): void
  /** The file that a package or path name resolves to from a folder. */
  resolve(name: string, folder: string): string
  /**
   * Frees memory that this thread recently stopped using, where the runtime supports that; blocks it for some
   * milliseconds.
   */
  collectGarbage(): void
  /**
   * Frees memory that this thread no longer uses and returns it to the system at once, where the runtime supports
   * that; does not block other threads.
   */
  releaseMemory(): void
  /** Compresses synchronously, at zstd's fastest level. */
  zstd(bytes: Uint8Array): Uint8Array
}
