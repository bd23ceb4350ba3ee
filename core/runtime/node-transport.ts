import * as http from 'node:http'
import * as https from 'node:https'
import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import { portOf } from '../egress-rules/bad-ports.ts'
import { EgressFailure } from '../egress-rules/egress-failure.ts'
import { plainHost } from '../egress-rules/egress-rules.ts'
import { limitInformational } from '../fetch/informational.ts'
import { pullStream } from '../fetch/stream.ts'
import { contentEncodings, type Incoming, type Outgoing, type Transport, type Wire } from '../fetch/transport.ts'
import { startTls } from '../proxy/tunnel.ts'

/**
 * Size limit of a response's header section in bytes. The default of 16 KiB is too small for some sites' policies.
 */
const MAX_HEADER_BYTES = 256 * 1024

/** The most chunks of a body that may be small: beyond them, a flood of single bytes only keeps this thread busy. */
const MAX_PIECES = 100_000
const MIN_PIECE = 64

/**
 * The most bytes of one response as it is recorded: the largest page, and as much framing as an honest server needs.
 * Extensions of chunks could make it any size.
 */
const MAX_RECORDED = 64 * 1024 * 1024

const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }

/**
 * `node:http`, which can connect to an address under another name, on every runtime that has it. Each proxied request
 * gets its own tunnel, so that a rotating proxy may use a different exit each time.
 */
export const nodeTransport: Transport = async (request) => {
  if (request.tunnel) return send(request, await tunnelled(request, await request.tunnel()))
  const pooled = direct(request)
  try {
    return await send(request, pooled)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    return send(request, { ...pooled, agent: false })
  }
}

type Options = http.RequestOptions & https.RequestOptions

const serverName = ({ url }: Outgoing) =>
  url.hostname.startsWith('[') || isIP(url.hostname) ? '' : plainHost(url.hostname)

function direct(request: Outgoing): Options {
  const { url, address, insecure } = request
  const secure = url.protocol === 'https:'
  return {
    protocol: url.protocol,
    host: address,
    port: portOf(url),
    agent: secure ? agents['https:'] : agents['http:'],
    ...(secure && { servername: serverName(request), rejectUnauthorized: !insecure }),
  }
}

/** TLS, if any, is inside the tunnel, so for `node:http` the request is a plain one. */
async function tunnelled(request: Outgoing, tunnel: Socket): Promise<Options> {
  const { url, insecure, signal } = request
  const socket =
    url.protocol === 'https:'
      ? await startTls(tunnel, { servername: serverName(request), rejectUnauthorized: !insecure }, signal)
      : tunnel
  return { protocol: 'http:', createConnection: () => socket }
}

/** The server closed a kept-alive connection just as the request was sent on it. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

function send({ url, method, headers, body, signal, wire }: Outgoing, options: Options): Promise<Incoming> {
  const { request } = options.protocol === 'https:' ? https : http
  const complete = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const call = request({
      ...options,
      path: url.pathname + url.search,
      method,
      headers: complete,
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
    })
    limitInformational(call)
    let isReused = false
    call.on('socket', () => {
      isReused = call.reusedSocket
      // Deno retries what fails on such a connection, even if it was aborted on purpose, and reports neither.
      call.reusedSocket = false
    })
    if (wire) tellOfWire(call, wire)
    call.on('response', (response) => resolve(toIncoming(response)))
    call.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new EgressFailure('malformed_response'))
    })
    call.on('error', (error: Error & { code?: string }) => {
      const isStale =
        isReused && (method === 'GET' || method === 'HEAD') && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      reject(isStale && !signal.aborted ? new StaleConnection('', { cause: error }) : error)
    })
    call.end(body)
  })
}

/** The connection is kept for other requests, which do not concern this listener. */
function tellOfWire(call: http.ClientRequest, { push, end }: Wire): void {
  let left = MAX_RECORDED
  let response: http.IncomingMessage | undefined
  call.on('socket', (socket) => {
    const take = (chunk: Uint8Array) => {
      left -= chunk.byteLength
      if (left < 0) (response ?? call).destroy(new EgressFailure('too_large'))
      else push(chunk)
    }
    socket.on('data', take)
    call.on('close', () => socket.off('data', take))
  })
  call.on('response', (incoming) => {
    response = incoming
    incoming.on('end', end)
  })
}

function toIncoming(response: http.IncomingMessage): Incoming {
  const headers = new Headers()
  const { rawHeaders } = response
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!)
  // A failure before anybody reads is reported to the later reader; without a listener it would end the process.
  response.on('error', () => {})
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  let pieces = 0
  let size = 0
  const next = async () => {
    const piece = await chunks.next()
    if (piece.done) return piece
    pieces += 1
    size += piece.value.byteLength
    if (pieces > MAX_PIECES && size < pieces * MIN_PIECE) throw new EgressFailure('too_large')
    return piece
  }
  const body = pullStream(next, async () => void response.destroy())
  return { status: response.statusCode ?? 0, headers, body, encodings: contentEncodings(headers) }
}
