import { fullGC } from 'bun:jsc'
import type { Runtime } from './runtime.ts'

const bun: Runtime = {
  name: 'bun',
  version: Bun.version,

  async serve({ hostname, port, handle }) {
    const server = Bun.serve({
      hostname,
      port,
      // Otherwise a second server is let in, and answers every other request from its own store.
      reusePort: false,
      // Bun's longest; a route that takes more lifts it for its own request.
      idleTimeout: 255,
      // The body reader of the server counts the bytes, so that a refusal has the API's shape.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      // Without it an error outside the handler answers with a page that shows the source.
      development: false,
      fetch: (request, self) =>
        handle(request, {
          get address() {
            return self.requestIP(request)?.address ?? ''
          },
          keepOpen: () => self.timeout(request, 0),
        }),
    })
    return {
      hostname: server.hostname ?? hostname,
      port: server.port ?? port,
      stop: async () => void (await server.stop()),
      abort: () => void server.stop(true),
    }
  },

  resolve: (name, folder) => Bun.resolveSync(name, folder),

  collectGarbage: () => void fullGC(),

  releaseMemory: () => Bun.gc(true),
}
export default bun
