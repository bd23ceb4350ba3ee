import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A web server of this machine. */
export interface Served {
  port: number
  /** Ends it with all of its connections. */
  stop(): void
}

/**
 * Serves on a port of its own, on every runtime that has `node:http`. A request comes without its body, and its
 * signal ends when the caller has gone.
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
