import type { Caller } from '../../auth/caller.ts'
import { credentialOf } from '../../auth/credential.ts'
import { watchCredentials } from '../../auth/watch-credentials.ts'
import { ApiError } from '../../errors.ts'
import { describeError, type Log } from '../../log.ts'
import type { Peer } from '../../runtime/runtime.ts'
import { type Connection, createConnection } from './connection.ts'
import { asksForSocket, protocolOf, withProtocolCredential } from './protocol.ts'
import type { OpenSocket } from './socket.ts'

/** Sockets that one account may have open. */
const MAX_OPEN = 100

/** Close codes. Source: RFC 6455, section 7.4.1; from 4000 on they are the application's. */
const codes = { done: 1000, stops: 1001, failed: 1011, refused: 4401 } as const

export interface SocketParts {
  log: Log
  /** Throws if the request's credential is no longer valid. */
  recheck(request: Request): Promise<void>
}

/** All open WebSockets. */
export interface Sockets {
  /** What opens a socket for a caller's request; undefined for one that asks for none. */
  opener(request: Request, caller: Caller, peer: Peer): OpenSocket | undefined
  count(): number
  /** Closes all sockets, and any that are opened later. */
  close(): void
}

export function createSockets({ log, recheck }: SocketParts): Sockets {
  const open = new Set<Connection>()
  let closed = false

  const stopWatching = watchCredentials({
    what: 'sockets',
    open: () => {
      const groups = Map.groupBy(open, ({ request }) => credentialOf(withProtocolCredential(request).headers))
      return groups.values().map((sockets) => ({
        request: sockets[0]!.request,
        count: sockets.length,
        end() {
          for (const socket of sockets) socket.end(codes.refused, 'This key is no longer valid')
        },
      }))
    },
    recheck,
    log,
  })

  const countOf = (account: string) => [...open].filter((socket) => socket.account === account).length

  return {
    opener(request, { account: { id: account } }, peer) {
      if (!asksForSocket(request) || !peer.upgrade) return undefined
      const upgrade = peer.upgrade
      return (speak) => {
        if (countOf(account) >= MAX_OPEN)
          throw new ApiError('rate_limited', `An account may have ${MAX_OPEN} WebSockets open at once; close one`, {
            limit: MAX_OPEN,
          })
        const connection = createConnection(request, account)
        const { signal } = connection.socket
        open.add(connection)
        signal.addEventListener('abort', () => open.delete(connection), { once: true })
        const answer = upgrade({
          protocol: protocolOf(request),
          opened(raw) {
            if (!connection.opened(raw)) return
            if (closed) return connection.end(codes.stops, 'The server stops')
            speak(connection.socket).then(
              (reason) => connection.end(codes.done, reason),
              (error: unknown) => {
                if (signal.aborted) return
                log.warn('What a WebSocket was to say failed', { cause: describeError(error) })
                connection.end(codes.failed, 'The log of the server has the reason')
              },
            )
          },
          drained: () => connection.drained(),
          closed: () => connection.closed(),
        })
        if (answer) return answer
        open.delete(connection)
        throw new ApiError(
          'invalid_request',
          'This is no handshake of a WebSocket: it lacks a header, or has a wrong one',
        )
      }
    },
    count: () => open.size,
    close() {
      closed = true
      stopWatching()
      for (const socket of [...open]) socket.end(codes.stops, 'The server stops')
    },
  }
}
