import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Runtime } from './runtime.ts'

/** The part of Deno that is used here; its own types are not installed. */
interface DenoGlobal {
  version: { deno: string }
  serve(
    options: { hostname: string; port: number; onListen(): void },
    handle: (request: Request, info: { remoteAddr: { hostname?: string } }) => Promise<Response>,
  ): { addr: { hostname: string; port: number }; shutdown(): Promise<void>; finished: Promise<void> }
}
const { Deno } = globalThis as unknown as { Deno: DenoGlobal }

const deno: Runtime = {
  name: 'deno',
  version: Deno.version.deno,

  async serve({ hostname, port, handle }) {
    const server = Deno.serve({ hostname, port, onListen() {} }, (request, info) =>
      handle(request, { address: info.remoteAddr.hostname ?? '', keepOpen() {} }),
    )
    return {
      hostname: server.addr.hostname,
      port: server.addr.port,
      stop: () => server.shutdown(),
      // Once it has been told to stop, Deno cuts nothing more; the end of the process does.
      abort() {},
    }
  },

  resolve: (name, folder) => createRequire(join(folder, 'weir.config.ts')).resolve(name),

  collectGarbage() {},

  releaseMemory() {},
}
export default deno
