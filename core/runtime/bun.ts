import { edenGC } from 'bun:jsc'
import type { Peer, Runtime, SocketEvents } from './runtime.ts'

/** Seconds without a byte in either direction after which a connection is closed: Bun's maximum. */
const IDLE = 255
/** Limits in bytes of incoming WebSocket messages, which are ignored, and of what is queued for sending. */
const MAX_RECEIVED = 4096
const MAX_WAITING = 1024 * 1024

const bun: Runtime = {
  name: 'bun',
  version: Bun.version,

  async serve({ hostname, port, handle }) {
    const server = Bun.serve<SocketEvents>({
      hostname,
      port,
      // Otherwise a second server could use the same port, and answer every other request from its own store.
      reusePort: false,
      // A route that takes longer lifts the limit for its own request.
      idleTimeout: IDLE,
      // The server's body reader counts the bytes, so that a refusal has the API's shape.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      // Without it, an error outside the handler responds with a page that shows the source.
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
            // -1: it is queued.
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

  // The bundle starts with another policy, see core/bundle/make.ts.
  started: () => Bun.unsafe.setJITPolicy(1),

  resolve: (name, folder) => Bun.resolveSync(name, folder),

  collectGarbage: () => void edenGC(),

  releaseMemory: () => Bun.gc(true),

  // `node:zlib` creates a stream for each call, which takes 5 µs more than this.
  zstd: (bytes) => Bun.zstdCompressSync(bytes, { level: 1 }),
}
export default bun
