import type { RawSocket } from '../../runtime/runtime.ts'
import type { Socket } from './socket.ts'

/** One WebSocket, from its handshake until it is closed, by whichever end. */
export interface Connection {
  readonly request: Request
  readonly account: string
  /** What a plugin speaks on. */
  readonly socket: Socket
  /** Whether it may speak: one that was ended meanwhile is closed. */
  opened(raw: RawSocket): boolean
  /** There is room to send again. */
  drained(): void
  end(code: number, reason: string): void
  /** The other end has closed it. */
  closed(): void
}

export function createConnection(request: Request, account: string): Connection {
  const gone = new AbortController()
  const { signal } = gone
  let raw: RawSocket | undefined
  /** How it was ended, which may be before it has opened. */
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
