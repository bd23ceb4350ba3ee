import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Runtime, SocketEvents } from './runtime.ts'
import { zstd } from './zstd.ts'

/** The part of Deno's API that is used here; its own types are not installed. */
interface DenoGlobal {
  version: { deno: string }
  serve(
    options: { hostname: string; port: number; onListen(): void },
    handle: (request: Request, info: { remoteAddr: { hostname?: string } }) => Promise<Response>,
  ): { addr: { hostname: string; port: number }; shutdown(): Promise<void>; finished: Promise<void> }
  upgradeWebSocket(request: Request, options: { protocol?: string }): { socket: WebSocket; response: Response }
}
const { Deno } = globalThis as unknown as { Deno: DenoGlobal }

/** The most bytes that may be queued on a WebSocket, and milliseconds between two checks for room. */
const MAX_WAITING = 1024 * 1024
const CHECK_EVERY = 50

/** Reports what happens on a socket. Deno does not report when there is room again. */
function follow(socket: WebSocket, events: SocketEvents) {
  const look = () => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount < MAX_WAITING) events.drained()
    else setTimeout(look, CHECK_EVERY)
  }
  const send = (text: string) => {
    socket.send(text)
    const hasRoom = socket.bufferedAmount < MAX_WAITING
    if (!hasRoom) setTimeout(look, CHECK_EVERY)
    return hasRoom
  }
  socket.onopen = () => events.opened({ send, close: (code, reason) => socket.close(code, reason) })
  socket.onclose = () => events.closed()
}

/** Undefined for an invalid one, for which Deno throws. */
function handshake(request: Request, protocol: string | undefined) {
  try {
    return Deno.upgradeWebSocket(request, { protocol })
  } catch {
    return undefined
  }
}

const deno: Runtime = {
  name: 'deno',
  version: Deno.version.deno,

  async serve({ hostname, port, handle }) {
    const server = Deno.serve({ hostname, port, onListen() {} }, async (request, info) => {
      let switched: Response | undefined
      const response = await handle(request, {
        address: info.remoteAddr.hostname ?? '',
        keepOpen() {},
        upgrade(events) {
          const upgraded = handshake(request, events.protocol)
          if (!upgraded) return undefined
          follow(upgraded.socket, events)
          switched = upgraded.response
          return new Response()
        },
      })
      if (switched) return switched
      return isOfUntoldLength(response) ? withStream(response) : response
    })
    return {
      hostname: server.addr.hostname,
      port: server.addr.port,
      stop: () => server.shutdown(),
      // Once told to stop, Deno closes no further connections; the end of the process does.
      abort() {},
    }
  },

  started() {},

  resolve: (name, folder) => createRequire(join(folder, 'weir.config.ts')).resolve(name),

  collectGarbage() {},

  releaseMemory() {},

  zstd,
}

/**
 * The response to a HEAD request for a long body: without a stream, Deno would report a length of 0. The body of
 * other responses is not accessed, because that turns it into a stream, whose length Deno does not report.
 */
const isOfUntoldLength = (response: Response) => response.headers.has('transfer-encoding') && response.body === null
const withStream = ({ status, headers }: Response) => new Response(new Blob().stream(), { status, headers })

export default deno
