/** Where a request came from, and how to keep its connection through a long answer. */
export interface Peer {
  /** The other end's address, as text. */
  address: string
  /** Lifts the idle limit for this request: the answer may take minutes. */
  keepOpen(): void
  /** Sets the idle limit again: the answer is made, and who does not read it is not waited for without an end. */
  answered?(): void
  /**
   * Makes a WebSocket of the connection. What is given in answer to the request stands for it, and is not sent;
   * undefined for what is no handshake.
   */
  upgrade?(events: SocketEvents): Response | undefined
}

/** The server's end of a WebSocket. */
export interface RawSocket {
  /** False where what waits to be sent is long: there is room again when `drained` is called. */
  send(text: string): boolean
  close(code: number, reason: string): void
}

export interface SocketEvents {
  /** Of those that the other end offers: the one that is spoken. */
  protocol: string | undefined
  opened(socket: RawSocket): void
  drained(): void
  closed(): void
}

export interface Listener {
  hostname: string
  port: number
  /** Takes no new connection; resolves when those that are open have ended. */
  stop(): Promise<void>
  /** Cuts what is still open. */
  abort(): void
}

/** What Weir needs of the program that runs it, beyond Web standards and `node:` modules. */
export interface Runtime {
  readonly name: 'bun' | 'deno' | 'node'
  readonly version: string
  serve(options: {
    hostname: string
    port: number
    handle: (request: Request, peer: Peer) => Promise<Response>
  }): Promise<Listener>
  /** The file that a package or path name means, seen from a folder. */
  resolve(name: string, folder: string): string
  /**
   * Frees what this thread has used of late and no longer does, where the runtime takes orders for that; it is held
   * for some milliseconds.
   */
  collectGarbage(): void
  /**
   * Frees what this thread no longer uses and gives it back to the system at once, where the runtime takes orders for
   * that; others go on meanwhile.
   */
  releaseMemory(): void
  /** Compresses at once, as zstd at its fastest. */
  zstd(bytes: Uint8Array): Uint8Array
}
