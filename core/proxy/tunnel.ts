import { connect, isIP, type Socket } from 'node:net'
import * as tls from 'node:tls'
import type { ProxyTarget } from '../contracts/proxy.ts'

/** Milliseconds after which a proxy that does not accept a connection or finish its handshake counts as down. */
const CONNECT_TIMEOUT = 5000
/** Milliseconds in which a proxy must report whether it has reached the destination. */
const ANSWER_TIMEOUT = 10_000
/** The most bytes of a proxy's response to CONNECT. */
const MAX_ANSWER_BYTES = 16 * 1024

/** Why there is no tunnel. Its message names neither the proxy nor its credentials. */
export class TunnelFailure extends Error {
  override readonly name = 'TunnelFailure'
  /**
   * False if the proxy responded but could not or would not reach the destination: that may be the destination's
   * fault.
   */
  readonly isProxyFault: boolean

  constructor(message: string, ofProxy: boolean) {
    super(message)
    this.isProxyFault = ofProxy
  }
}

/**
 * A connection through the operator's proxy, to the first of the destination's addresses that it reaches: `CONNECT`
 * on `http:` and `https:` proxies, also for plain requests, because only then does the proxy get the address and the
 * server its `Host`; SOCKS5 on `socks5:`. Throws TunnelFailure, or the signal's reason.
 */
export async function openTunnel(proxy: URL, { addresses, port }: ProxyTarget, signal: AbortSignal): Promise<Socket> {
  for (const [i, host] of addresses.entries()) {
    try {
      return await tunnelTo(proxy, { host, port }, signal)
    } catch (error) {
      const isLast = i === addresses.length - 1
      if (isLast || !(error instanceof TunnelFailure) || error.isProxyFault) throw error
    }
  }
  throw new TunnelFailure('there is no address to connect to', false)
}

async function tunnelTo(proxy: URL, target: Target, signal: AbortSignal): Promise<Socket> {
  const socket = await reach(proxy, signal)
  const ask = proxy.protocol === 'socks5:' ? askSocks : askHttp
  return whileOpen(socket, { signal, time: ANSWER_TIMEOUT, late: () => silent() }, () => ask(socket, proxy, target))
}

interface Target {
  host: string
  port: number
}

const silent = () => new TunnelFailure('the proxy did not answer in time', false)
const hostOf = (proxy: URL) => proxy.hostname.replace(/^\[|\]$/g, '')
const portOf = (proxy: URL) => Number(proxy.port || { 'http:': 80, 'https:': 443, 'socks5:': 1080 }[proxy.protocol])
const credentialsOf = ({ username, password }: URL) => ({
  username: decodeURIComponent(username),
  password: decodeURIComponent(password),
})

/** Connects to the proxy itself; any failure here is the proxy's. */
async function reach(proxy: URL, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(proxy)
  const limits = {
    signal,
    time: CONNECT_TIMEOUT,
    late: () => new TunnelFailure('the proxy did not connect in time', true),
  }
  try {
    const socket = connect({ host, port: portOf(proxy) })
    return await whileOpen(socket, limits, async () => {
      await onceOrError(socket, 'connect')
      socket.setNoDelay(true)
      if (proxy.protocol !== 'https:') return socket
      const secure = tls.connect({ socket, ...(!isIP(host) && { servername: host }), host, ca: trustedCertificates() })
      await onceOrError(secure, 'secureConnect')
      return secure
    })
  } catch (error) {
    if (signal.aborted || error instanceof TunnelFailure) throw error
    throw new TunnelFailure(`the proxy cannot be reached: ${codeOf(error)}`, true)
  }
}

/** The name of a failure; unlike its message, it contains no address. */
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'no connection')

/** Statuses that concern the proxy's relation with us, not the destination. Source: RFC 9110, section 15.5. */
const ofAccount = new Set([401, 402, 429])

async function askHttp(socket: Socket, proxy: URL, { host, port }: Target): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const { username, password } = credentialsOf(proxy)
  const login = Buffer.from(`${username}:${password}`).toString('base64')
  socket.write(
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${username ? `Proxy-Authorization: Basic ${login}\r\n` : ''}\r\n`,
  )
  const [head, rest] = await readHead(socket)
  const status = Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(head)?.[1])
  if (Number.isNaN(status)) throw new TunnelFailure('the proxy does not speak HTTP', true)
  if (status === 407) throw new TunnelFailure('the proxy rejects these credentials', true)
  if (status < 200 || status > 299)
    throw new TunnelFailure(`the proxy answered CONNECT with ${status}`, ofAccount.has(status))
  if (rest.length > 0) socket.unshift(rest)
  return socket
}

/**
 * The head of a response, and the bytes after it. They are pulled: a stream in flowing mode would lose what comes
 * next.
 */
function readHead(socket: Socket): Promise<[head: string, rest: Buffer]> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const end = (settle: () => void) => {
      socket.off('readable', read)
      socket.off('error', fail)
      socket.off('close', fail)
      settle()
    }
    const fail = () => end(() => reject(new TunnelFailure('the proxy closed the connection without an answer', false)))
    const read = () => {
      for (let chunk = socket.read() as Buffer | null; chunk; chunk = socket.read() as Buffer | null)
        bytes = Buffer.concat([bytes, chunk])
      const at = bytes.indexOf('\r\n\r\n')
      if (at >= 0) return end(() => resolve([bytes.subarray(0, at).toString('latin1'), bytes.subarray(at + 4)]))
      if (bytes.length > MAX_ANSWER_BYTES)
        end(() => reject(new TunnelFailure('the proxy does not end its answer', true)))
    }
    socket.on('readable', read)
    socket.on('error', fail)
    socket.on('close', fail)
  })
}

/** The library's messages if the proxy wants other credentials, or any. */
const noLogin = /Authentication failed|no accepted authentication type/
/** The library's messages if the proxy refused the destination, or closed the connection, as some do instead. */
const maybeOfDestination = /^Socks5 proxy rejected connection|^Socket closed/

async function askSocks(socket: Socket, proxy: URL, destination: Target): Promise<Socket> {
  // Loaded with the first proxy of this kind, to keep the start fast.
  const { SocksClient, SocksClientError } = await import('socks')
  const { username, password } = credentialsOf(proxy)
  try {
    await SocksClient.createConnection({
      command: 'connect',
      destination,
      proxy: { host: hostOf(proxy), port: portOf(proxy), type: 5, ...(username && { userId: username, password }) },
      existing_socket: socket,
    })
    return socket
  } catch (error) {
    // The library's error contains its arguments, including the password.
    const message = error instanceof SocksClientError ? error.message : 'the proxy does not speak SOCKS5'
    const said = noLogin.test(message) ? 'the proxy rejects these credentials' : message
    throw new TunnelFailure(said, !maybeOfDestination.test(said))
  }
}

/** Starts TLS inside a tunnel. Throws what the handshake throws. */
export async function startTls(
  tunnel: Socket,
  options: { servername: string; rejectUnauthorized: boolean },
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  const socket = tls.connect({ socket: tunnel, ...options, ca: trustedCertificates() })
  return whileOpen(socket, { signal }, async () => {
    await onceOrError(socket, 'secureConnect')
    return socket
  })
}

let trusted: string[] | undefined
/**
 * The certificates that are trusted by default. Deno ignores those of `NODE_EXTRA_CA_CERTS` for existing connections.
 */
function trustedCertificates(): string[] | undefined {
  if (!process.env.NODE_EXTRA_CA_CERTS) return undefined
  trusted ??= tls.getCACertificates('default')
  return trusted
}

interface Limits {
  signal: AbortSignal
  /** In milliseconds; without it only the signal ends the work. */
  time?: number
  late?(): Error
}

/** Destroys the socket if the work fails or takes too long, or if the signal is aborted. */
async function whileOpen<T>(socket: Socket, { signal, time, late }: Limits, work: () => Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  const timer = time === undefined ? undefined : setTimeout(() => reject(late?.()), time)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([work(), ended])
  } catch (error) {
    socket.on('error', () => {})
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function onceOrError(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed')))
  })
}
