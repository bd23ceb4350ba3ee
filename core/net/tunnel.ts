import * as http from 'node:http'
import * as https from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import * as tls from 'node:tls'
import { SocksClient } from 'socks'
import { EgressFailure } from './egress-failure.ts'

export interface Target {
  /** An address that was checked: the proxy must not resolve a name again. */
  host: string
  port: number
}

/**
 * A connection to an address through a proxy of the operator's: `CONNECT` on `http:` and `https:` proxies, for plain
 * requests too, as only so the proxy has an address and the server its `Host`; SOCKS5 on `socks5:`. Throws EgressFailure
 * `proxy`.
 */
export async function openTunnel(proxy: URL, target: Target, signal: AbortSignal): Promise<Duplex> {
  try {
    return await (proxy.protocol === 'socks5:'
      ? openSocksTunnel(proxy, target, signal)
      : openHttpTunnel(proxy, target, signal))
  } catch (error) {
    throw new EgressFailure('proxy', error)
  }
}

const hostOf = (proxy: URL) => proxy.hostname.replace(/^\[|\]$/g, '')
const portOf = (proxy: URL) => Number(proxy.port || { 'http:': 80, 'https:': 443, 'socks5:': 1080 }[proxy.protocol])
const credentialsOf = ({ username, password }: URL) => ({
  username: decodeURIComponent(username),
  password: decodeURIComponent(password),
})

function openHttpTunnel(proxy: URL, { host, port }: Target, signal: AbortSignal): Promise<Duplex> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const { username, password } = credentialsOf(proxy)
  const login = username
    ? { 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
    : {}
  const { request } = proxy.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const call = request({
      method: 'CONNECT',
      host: hostOf(proxy),
      port: portOf(proxy),
      path: authority,
      headers: { host: authority, ...login },
      agent: false,
      signal,
    })
    const refuse = ({ statusCode }: http.IncomingMessage) => {
      call.destroy()
      reject(new Error(`the proxy answered CONNECT with ${statusCode}`))
    }
    call.on('connect', (response, socket, head) => {
      if (response.statusCode !== 200) return refuse(response)
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    call.on('response', refuse)
    call.on('error', reject)
    call.end()
  })
}

async function openSocksTunnel(proxy: URL, target: Target, signal: AbortSignal): Promise<Duplex> {
  const { username, password } = credentialsOf(proxy)
  const socket = connect({ host: hostOf(proxy), port: portOf(proxy) })
  return whileOpen(socket, signal, async () => {
    await onceOrError(socket, 'connect')
    await SocksClient.createConnection({
      command: 'connect',
      destination: target,
      proxy: { host: hostOf(proxy), port: portOf(proxy), type: 5, ...(username && { userId: username, password }) },
      existing_socket: socket,
    })
    return socket
  })
}

/** Speaks TLS inside a tunnel. Throws what the handshake throws. */
export async function startTls(
  tunnel: Duplex,
  options: { servername: string; rejectUnauthorized: boolean },
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  const socket = tls.connect({ socket: tunnel, ...options, ca: trustedCertificates() })
  return whileOpen(socket, signal, async () => {
    await onceOrError(socket, 'secureConnect')
    return socket
  })
}

let trusted: string[] | undefined
/** The certificates that are trusted by default. Deno leaves those of `NODE_EXTRA_CA_CERTS` out where a connection is there already. */
function trustedCertificates(): string[] | undefined {
  if (!process.env.NODE_EXTRA_CA_CERTS) return undefined
  trusted ??= tls.getCACertificates('default')
  return trusted
}

/** Destroys the socket when the work fails, or when the signal is aborted, on which the work fails too. */
async function whileOpen<S extends Socket>(socket: S, signal: AbortSignal, work: () => Promise<S>): Promise<S> {
  const stop = () => socket.destroy(new Error('aborted'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (signal.aborted) stop()
    return await work()
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
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
