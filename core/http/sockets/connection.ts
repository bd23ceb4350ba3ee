import type { RawSocket } from '../../runtime/runtime.ts'
import type { Socket } from './socket.ts'

/** One WebSocket, from its handshake until either end closes it. */
export interface Connection {
  readonly request: Request
  readonly account: string
  /** The plugin's side. */
  readonly socket: Socket
  /** Returns false, and closes the socket, if the connection was ended during the handshake. */
  opened(raw: RawSocket): boolean
  /** The socket can send again. */
  drained(): void
  end(code: number, reason: string): void
  /** The other end has closed it. */
  closed(): void
}

export function createConnection(request: Request, account: string): Connection {
  const gone = new AbortController()
  const { signal } = gone
  let raw: RawSocket | undefined
  /** Set once it was ended, perhaps before it has opened. */
  let ending: [code: number, reason: string] | undefined
  let room = Promise.withResolvers<void>()

  return {
    request,
    account,
    socket: {
      signal,
      async send(text) {
        signal.throwIfAborted()
        if (raw?.send(text)) return
        room = Promise.withResolvers<void>()
        const stop = () => room.reject(signal.reason)
        signal.addEventListener('abort', stop, { once: true })
        await room.promise.finally(() => signal.removeEventListener('abort', stop))
      },
    },
    opened(opened) {
      if (ending) {
        opened.close(...ending)
        return false
      }
      raw = opened
      return true
    },
    drained: () => room.resolve(),
    end(code, reason) {
      ending = [code, reason]
      raw?.close(code, reason)
      gone.abort(new Error(reason))
    },
    closed: () => gone.abort(new Error('The other end has closed the WebSocket')),
  }
}
