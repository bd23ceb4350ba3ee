import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import * as tls from 'node:tls'
import { selfSigned } from '../../conformance/self-signed.ts'

export interface RawServer {
  port: number
  /** Each request, to the last byte that arrived before the response. */
  requests: string[]
  /** Connections that are open now, and the total so far. */
  connections: { open: number; all: number }
  stop(): void
}

/** Answers a request on a connection; `request` is its text, headers and body so far. */
export type Respond = (socket: Socket, request: string) => void

/** A TCP server whose responses are given byte by byte, as an HTTP server would correct them. */
export async function startRawServer(
  respond: Respond,
  options: { host?: string; port?: number; secure?: boolean } = {},
): Promise<RawServer> {
  const requests: string[] = []
  const connections = { open: 0, all: 0 }
  const sockets = new Set<Socket>()
  const serve = (socket: Socket) => {
    connections.open += 1
    connections.all += 1
    sockets.add(socket)
    let request = ''
    socket.on('data', (chunk: Buffer) => {
      request += chunk.toString('latin1')
      const head = request.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(request)?.[1] ?? 0)
      if (head < 0 || request.length < head + 4 + length) return
      requests.push(request)
      const whole = request
      request = ''
      respond(socket, whole)
    })
    // Some tests want a client that leaves early.
    socket.on('error', () => {})
    socket.on('close', () => {
      connections.open -= 1
      sockets.delete(socket)
    })
  }
  const server: Server = options.secure ? tls.createServer(selfSigned, serve) : createServer(serve)
  if (options.secure) (server as tls.Server).on('tlsClientError', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The bytes of a response; a non-empty body has its length, unless the headers tell how it ends. */
export function response(
  status: number | string,
  headers: Record<string, string | string[]> = {},
  body: string | Uint8Array = '',
): Buffer {
  const framed = 'content-length' in headers || 'transfer-encoding' in headers || 'connection' in headers
  const all = { ...(framed ? {} : { 'content-length': String(Buffer.byteLength(body)) }), ...headers }
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`))
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} Test\r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body as Uint8Array),
  ])
}

/** The path of a request. */
export const pathOf = (request: string) => request.split(' ', 2)[1]!

/** The headers of a request, by lower-case name. */
export function headersOf(request: string): Record<string, string> {
  const lines = request.split('\r\n\r\n', 1)[0]!.split('\r\n').slice(1)
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
}
