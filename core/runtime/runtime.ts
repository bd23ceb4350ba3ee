/** The other end of a request's connection, and functions that control the connection. */
export interface Peer {
  /** The peer's IP address. */
  address: string
  /** Lifts the idle limit for this request, whose response may take minutes. */
  keepOpen(): void
  /**
   * Restores the idle limit once the response is ready, so that a client that does not read it is not waited for
   * forever.
   */
  answered?(): void
  /**
   * Upgrades the connection to a WebSocket. The response that it returns must be the handler's result, and is not
   * sent. Undefined if the request is no handshake.
   */
  upgrade?(events: SocketEvents): Response | undefined
}

/** The server's end of a WebSocket. */
export interface RawSocket {
  /** Returns false if too much is waiting to be sent: then wait for `drained`. */
  send(text: string): boolean
  close(code: number, reason: string): void
}

export interface SocketEvents {
  /** The chosen one of the protocols that the client offers. */
  protocol: string | undefined
  opened(socket: RawSocket): void
  drained(): void
  closed(): void
}

export interface Listener {
  hostname: string
  port: number
  /** Accepts no new connection, and resolves when the open ones have ended. */
  stop(): Promise<void>
  /** Closes all open connections. */
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
  /** Resolves a package or path name from a folder to a file. */
  resolve(name: string, folder: string): string
  /**
   * Collects recent garbage of this thread, if the runtime supports that. It blocks the thread for some milliseconds.
   */
  collectGarbage(): void
  /**
   * Collects the garbage of this thread and returns the memory to the system at once, if the runtime supports that.
   * Other threads go on meanwhile.
   */
  releaseMemory(): void
  /** Compresses synchronously with zstd at its fastest level. */
  zstd(bytes: Uint8Array): Uint8Array
}
