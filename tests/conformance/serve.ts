import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A web server on loopback. */
export interface Served {
  port: number
  /** Stops the server and closes all connections. */
  stop(): void
}

/**
 * Serves on a free port, on every runtime with `node:http`. `answer` receives the request without its body. The
 * signal of the request aborts when the client disconnects.
 */
export async function serve(
  answer: (request: Request) => Response | Promise<Response>,
  tls?: { key: string; cert: string },
): Promise<Served> {
  const make = tls ? createSecureServer.bind(undefined, tls) : createServer
  const server = make(async ({ method, url, headers }, outgoing) => {
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort())
    const sent = new Headers()
    for (const [name, value] of Object.entries(headers)) sent.set(name, String(value))
    const scheme = tls ? 'https' : 'http'
    const request = new Request(`${scheme}://127.0.0.1${url}`, { method, headers: sent, signal: gone.signal })
    const response = await answer(request)
    outgoing.writeHead(response.status, [...response.headers].flat())
    outgoing.end(new Uint8Array(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
