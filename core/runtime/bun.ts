import { edenGC } from 'bun:jsc'
import type { Peer, Runtime, SocketEvents } from './runtime.ts'

/** Seconds without a byte in either direction after which a connection is closed: Bun's maximum. */
const IDLE = 255
/** Bytes of a received WebSocket message, which is ignored anyway, and bytes that may wait to be sent. */
const MAX_RECEIVED = 4096
const MAX_WAITING = 1024 * 1024

const bun: Runtime = {
  name: 'bun',
  version: Bun.version,

  async serve({ hostname, port, handle }) {
    const server = Bun.serve<SocketEvents>({
      hostname,
      port,
      // Otherwise a second server could listen on the same port, and would answer every other request from its own
      // store.
      reusePort: false,
      // A route that needs longer lifts the limit for its own request.
      idleTimeout: IDLE,
      // The server's body reader counts the bytes, so that a refusal has the API's shape.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      // Otherwise an error outside the handler is answered with a page that shows the source.
      development: false,
      fetch(request, self) {
        let upgrades = false
        let isKeptOpen = false
        const peer: Peer = {
          get address() {
            return self.requestIP(request)?.address ?? ''
          },
          keepOpen() {
            isKeptOpen = true
            self.timeout(request, 0)
          },
          answered() {
            if (isKeptOpen) self.timeout(request, IDLE)
          },
          upgrade(events) {
            const headers = events.protocol === undefined ? undefined : { 'sec-websocket-protocol': events.protocol }
            upgrades = self.upgrade(request, { data: events, headers })
            return upgrades ? new Response() : undefined
          },
        }
        return handle(request, peer).then((response) => (upgrades ? undefined : response))
      },
      websocket: {
        maxPayloadLength: MAX_RECEIVED,
        backpressureLimit: MAX_WAITING,
        open(socket) {
          socket.data.opened({
            // -1: the message waits to be sent.
            send: (text) => socket.send(text) >= 0,
            close: (code, reason) => socket.close(code, reason),
          })
        },
        drain: ({ data }) => data.drained(),
        close: ({ data }) => data.closed(),
        message() {},
      },
    })
    return {
      hostname: server.hostname ?? hostname,
      port: server.port ?? port,
      stop: async () => void (await server.stop()),
      abort: () => void server.stop(true),
    }
  },

  resolve: (name, folder) => Bun.resolveSync(name, folder),

  collectGarbage: () => void edenGC(),

  releaseMemory: () => Bun.gc(true),

  // `node:zlib` creates a stream for each call, which takes 5 µs longer.
  zstd: (bytes) => Bun.zstdCompressSync(bytes, { level: 1 }),
}
export default bun
