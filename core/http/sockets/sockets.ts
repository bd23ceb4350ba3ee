import type { Caller } from '../../auth/caller.ts'
import { credentialOf } from '../../auth/credential.ts'
import { ApiError, isApiError } from '../../errors.ts'
import { describeError, type Log } from '../../log.ts'
import type { Peer, RawSocket } from '../../runtime/runtime.ts'
import { asksForSocket, protocolOf, withProtocolCredential } from './protocol.ts'
import type { OpenSocket, Socket } from './socket.ts'

/** Sockets of one account that are open at once. */
const MAX_OPEN = 100
/** Milliseconds between two looks at whether those who listen still may. */
const RECHECK = 3_000

/** Why a socket is closed. Source: RFC 6455, 7.4.1, and 4000 upwards for the application. */
const codes = { done: 1000, stops: 1001, failed: 1011, refused: 4401 } as const

export interface SocketParts {
  log: Log
  /** Throws when the request's credential no longer lets it read. */
  recheck(request: Request): Promise<void>
}

/** The WebSockets that are open. */
export interface Sockets {
  /** How a request of a caller is answered by a socket; undefined for one that does not ask for it. */
  opener(request: Request, caller: Caller, peer: Peer): OpenSocket | undefined
  count(): number
  /** Closes all; no other is opened. */
  close(): void
}

interface Open {
  request: Request
  account: string
  end(code: number, reason: string): void
}

export function createSockets({ log, recheck }: SocketParts): Sockets {
  const open = new Set<Open>()
  let closed = false

  const check = async () => {
    const groups = Map.groupBy(open, ({ request }) => credentialOf(withProtocolCredential(request).headers))
    for (const sockets of groups.values()) {
      try {
        await recheck(sockets[0]!.request)
      } catch (error) {
        const isRefusal = isApiError(error) && (error.status === 401 || error.status === 403)
        if (isRefusal) for (const socket of sockets) socket.end(codes.refused, 'This key holds no more')
        else log.warn('Keys of open sockets could not be checked; they go on', { cause: describeError(error) })
      }
    }
  }
  const rechecking = setInterval(() => void check(), RECHECK)
  rechecking.unref?.()

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
        const protocol = protocolOf(request)
        const gone = new AbortController()
        let room = Promise.withResolvers<void>()
        let raw: RawSocket | undefined
        /** How one was ended that had not opened yet. */
        let ending: [code: number, reason: string] | undefined
        const entry: Open = {
          request,
          account,
          end(code, reason) {
            open.delete(entry)
            ending = [code, reason]
            raw?.close(code, reason)
            gone.abort(new Error(reason))
          },
        }
        const socket: Socket = {
          signal: gone.signal,
          async send(text) {
            gone.signal.throwIfAborted()
            if (raw?.send(text)) return
            room = Promise.withResolvers<void>()
            const stop = () => room.reject(gone.signal.reason)
            gone.signal.addEventListener('abort', stop, { once: true })
            await room.promise.finally(() => gone.signal.removeEventListener('abort', stop))
          },
        }
        open.add(entry)
        const answer = upgrade({
          protocol,
          opened(opened) {
            if (ending) return opened.close(...ending)
            raw = opened
            if (closed) return entry.end(codes.stops, 'The server stops')
            speak(socket).then(
              (reason) => entry.end(codes.done, reason),
              (error: unknown) => {
                if (gone.signal.aborted) return
                log.warn('What a WebSocket was to say failed', { cause: describeError(error) })
                entry.end(codes.failed, 'The log of the server has the reason')
              },
            )
          },
          drained: () => room.resolve(),
          closed() {
            open.delete(entry)
            gone.abort(new Error('The other end has closed the WebSocket'))
          },
        })
        if (answer) return answer
        open.delete(entry)
        throw new ApiError(
          'invalid_request',
          'This is no handshake of a WebSocket: it lacks a header, or has a wrong one',
        )
      }
    },
    count: () => open.size,
    close() {
      closed = true
      clearInterval(rechecking)
      for (const socket of [...open]) socket.end(codes.stops, 'The server stops')
    },
  }
}
