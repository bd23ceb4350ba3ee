import { randomBytes } from 'node:crypto'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { PageProxy, Proxy } from '../contracts/proxy.ts'
import { portOf } from '../egress-rules/bad-ports.ts'
import { EgressFailure } from '../egress-rules/egress-failure.ts'
import type { ListeningAddress } from '../egress-rules/own-address.ts'
import type { ResolveAndCheck } from '../egress-rules/resolve-and-check.ts'
import { limitInformational } from '../fetch/informational.ts'
import { parseHttpUrl } from '../url/http-url.ts'
import { PageEgress } from './page-egress.ts'

/** A forward proxy for browsers, under the rules of the guarded fetch. */
export interface EgressProxy {
  /** Opens a proxy for one page, which connects through the operator's proxy if one is given. */
  open(upstream?: Proxy): Promise<PageProxy>
  close(): Promise<void>
}

export interface EgressProxyOptions {
  resolveAndCheck: ResolveAndCheck
  /**
   * The proxy registers and unregisters its own address here: nobody may reach it through itself, or through a fetch.
   */
  own: ListeningAddress[]
}

const HOST = '127.0.0.1'
const USERNAME = 'weir'
/** Idle timeout in ms. A browser reuses a connection as long as it likes, so this only frees forgotten ones. */
const KEEP_ALIVE = 60_000

/**
 * Size limit of a header section in bytes, in either direction. The default of 16 KiB is too small for the policies
 * and cookies of some sites.
 */
const MAX_HEADER_BYTES = 256 * 1024

/** Hop-by-hop headers, which are not forwarded. Source: RFC 9110, section 7.6.1. */
const ofConnection = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/** Characters not allowed in a reason phrase. Source: RFC 9110, section 15.1, and RFC 9112, section 4. */
const notOfReason = /[^\t\u0020-\u007e\u0080-\u00ff]/g

/** Listens on loopback once the first page is opened. */
export function createEgressProxy({ resolveAndCheck, own }: EgressProxyOptions): EgressProxy {
  const egresses = new Map<string, PageEgress>()
  const servers = new Set<http.Server>()
  let shared: Promise<number> | undefined

  const byPassword = ({ headers }: http.IncomingMessage) => {
    const [, given = ''] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers['proxy-authorization'] ?? '') ?? []
    const text = Buffer.from(given, 'base64').toString()
    return text.startsWith(`${USERNAME}:`) ? egresses.get(text.slice(USERNAME.length + 1)) : undefined
  }

  const listen = async (server: http.Server): Promise<number> => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, HOST, resolve)
    })
    const { port } = server.address() as AddressInfo
    const at = { host: HOST, port }
    own.push(at)
    servers.add(server)
    server.on('close', () => {
      own.splice(own.indexOf(at), 1)
      servers.delete(server)
    })
    return port
  }

  return {
    async open(upstream) {
      shared ??= listen(createServer(byPassword)).catch((error: unknown) => {
        // The next page tries again.
        shared = undefined
        throw error
      })
      const port = await shared
      const egress = new PageEgress(resolveAndCheck, upstream)
      const password = randomBytes(18).toString('base64url')
      egresses.set(password, egress)
      const open = createServer(() => egress)
      let endpoint: Promise<number> | undefined
      return {
        server: `http://${HOST}:${port}`,
        username: USERNAME,
        password,
        async openEndpoint() {
          endpoint ??= listen(open)
          return `http://${HOST}:${await endpoint}`
        },
        get bytes() {
          return egress.bytes
        },
        failure: (url, asked) => egress.failure(url, asked),
        close() {
          egresses.delete(password)
          egress.close()
          if (!endpoint) return
          open.close()
          open.closeAllConnections()
        },
      }
    },
    async close() {
      for (const egress of egresses.values()) egress.close()
      egresses.clear()
      const ended = [...servers].map((server) => new Promise((resolve) => server.close(resolve)))
      for (const server of servers) server.closeAllConnections()
      await Promise.all(ended)
    },
  }
}

type FindEgress = (request: http.IncomingMessage) => PageEgress | undefined

function createServer(find: FindEgress): http.Server {
  const server = http.createServer({ keepAliveTimeout: KEEP_ALIVE, maxHeaderSize: MAX_HEADER_BYTES })
  server.on('request', (request, response) => {
    response.sendDate = false
    const egress = find(request)
    if (!egress) return answer(response, 407, { 'proxy-authenticate': 'Basic realm="weir"' })
    const parsed = parseHttpUrl(request.url ?? '')
    // A request without another host is for the proxy itself, which serves nothing.
    if ('problem' in parsed || parsed.url.protocol !== 'http:') return answer(response, 400)
    forward({ egress, url: parsed.url, request, response })
  })
  server.on('connect', (request: http.IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy())
    const egress = find(request)
    const parsed = parseHttpUrl(`https://${request.url}`)
    if (!egress)
      return refuse(client, '407 Proxy Authentication Required', 'Proxy-Authenticate: Basic realm="weir"\r\n')
    if ('problem' in parsed || parsed.url.pathname !== '/') return refuse(client, '400 Bad Request')
    void tunnel(egress, parsed.url, client, head)
  })
  // WebSockets arrive through CONNECT; an upgrade here would be a request that nobody has checked.
  server.on('upgrade', (_, client) => client.destroy())
  server.on('clientError', (_, client) => client.destroy())
  return server
}

function answer(response: http.ServerResponse, status: number, headers: http.OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { 'content-length': '0', ...headers })
  response.end()
}

function refuse(client: Duplex, status: string, headers = ''): void {
  client.end(`HTTP/1.1 ${status}\r\n${headers}Content-Length: 0\r\n\r\n`)
}

async function tunnel(egress: PageEgress, url: URL, client: Duplex, head: Buffer): Promise<void> {
  try {
    const server = await egress.dial(url)
    if (client.destroyed) return void server.destroy()
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    for (const stream of [client, server]) stream.on('data', (chunk: Uint8Array) => egress.count(chunk.byteLength))
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    if (head.length > 0) server.write(head)
    server.pipe(client)
    client.pipe(server)
  } catch {
    // The page's egress remembers the reason; the browser does not need it.
    refuse(client, '502 Bad Gateway')
  }
}

interface Exchange {
  egress: PageEgress
  url: URL
  request: http.IncomingMessage
  response: http.ServerResponse
}

/** Forwards a plain request exactly as the browser sent it: names, order and spelling of headers stay. */
function forward({ egress, url, request, response }: Exchange, fresh = false): void {
  let answered: http.IncomingMessage | undefined
  const call = http.request({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: portOf(url),
    method: request.method,
    path: url.pathname + url.search,
    headers: headersFor(url, request) as unknown as http.OutgoingHttpHeaders,
    setHost: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    agent: fresh ? egress.freshAgent : egress.agent,
  })
  limitInformational(call)
  const end = () => call.destroy()
  const cut = () => {
    // If a response were destroyed before anything was sent, it would look complete and empty.
    response.flushHeaders()
    request.socket.destroy()
  }
  response.on('close', end)
  call.on('error', (error) => {
    // What follows a complete response does not belong to it.
    if (answered?.complete) return
    response.off('close', end)
    if (response.headersSent) return cut()
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
    // The server closed a kept-alive connection just as the request was sent on it.
    if (call.reusedSocket && !fresh && !hasBody && !egress.signal.aborted)
      return forward({ egress, url, request, response }, true)
    egress.failed(url, error)
    answer(response, 502)
  })
  call.on('response', (incoming) => {
    answered = incoming
    incoming.on('error', cut)
    try {
      const { statusCode = 502, statusMessage = '', rawHeaders } = incoming
      response.writeHead(statusCode, statusMessage.replace(notOfReason, ''), passedOn(rawHeaders) as never)
    } catch (error) {
      // Invalid in a response; thrown here, the error would end the process.
      call.destroy()
      egress.failed(url, new EgressFailure('malformed_response', error))
      return answer(response, 502)
    }
    incoming.on('data', (chunk: Uint8Array) => egress.count(chunk.byteLength))
    incoming.pipe(response)
  })
  call.on('upgrade', (_, socket) => {
    socket.destroy()
    egress.failed(url, new EgressFailure('malformed_response'))
    answer(response, 502)
  })
  request.on('data', (chunk: Uint8Array) => egress.count(chunk.byteLength))
  request.pipe(call)
}

/**
 * `Host` is the host that was checked. `Proxy-Connection` becomes what a browser sends without a proxy, in the same
 * place.
 */
function headersFor(url: URL, { rawHeaders }: http.IncomingMessage): string[] {
  const headers: string[] = []
  for (const [name, value] of pairs(rawHeaders)) {
    if (/^host$/i.test(name)) headers.push(name, url.host)
    else if (/^proxy-connection$/i.test(name)) headers.push('Connection', 'keep-alive')
    else if (!ofConnection.test(name)) headers.push(name, value)
  }
  return headers
}

const passedOn = (raw: readonly string[]) => pairs(raw).flatMap((pair) => (ofConnection.test(pair[0]) ? [] : pair))

/** `rawHeaders` alternates names and values. */
const pairs = (raw: readonly string[]) =>
  Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i], raw[2 * i + 1]] as [string, string])
