import { connect, type Socket } from 'node:net'
import { createEgressProxy, type EgressProxy } from '../../../core/egress/egress-proxy.ts'
import { createEgressRules } from '../../../core/egress-rules/egress-rules.ts'
import type { ListeningAddress } from '../../../core/egress-rules/own-address.ts'
import { createResolve } from '../../../core/egress-rules/resolve.ts'
import { createResolveAndCheck } from '../../../core/egress-rules/resolve-and-check.ts'
import { startFakeDns } from '../egress-rules/fake-dns.ts'
import { until } from '../fetch/open-fetch.ts'
import { pathOf, response, startRawServer } from '../fetch/servers.ts'

const kept = new WeakSet<Socket>()
/** The site behind the proxy, which records its requests. */
export const site = await startRawServer((socket, request) => {
  const path = pathOf(request)
  if (path === '/drop') return void socket.destroy()
  // As if its time to keep a connection had ended while the request was on its way.
  if (path === '/first' && kept.has(socket)) return void socket.destroy()
  kept.add(socket)
  if (path === '/half') return void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
  if (path === '/099') return void socket.write(response('099', {}, 'odd'))
  if (path === '/words') return void socket.write('HTTP/1.1 200 a\u0001b\r\nContent-Length: 10\r\n\r\nwith words')
  if (path === '/longer') return void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbegin and more <p>')
  if (path === '/none') return void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n')
  if (path === '/chunk') return void socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nno\r\n')
  if (path === '/101')
    return void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
  if (path === '/once') return void socket.end(response(200, { 'X-Odd': 'a' }, 'once'))
  socket.write(
    response(200, { 'X-Odd-CASE': '1', 'Set-Cookie': ['a=1', 'b=2'], 'Keep-Alive': 'timeout=9' }, `at ${path}`),
  )
})
/** The names that tests use. */
export const dns = await startFakeDns((name, type, times) => {
  if (type === 'AAAA') return []
  if (name === 'site.test') return ['127.0.0.1']
  if (name === 'mixed.test') return ['93.184.216.34', '10.0.0.5']
  // First the site, and then an address that nobody may reach.
  if (name === 'rebind.test') return times === 0 ? ['127.0.0.1'] : ['169.254.169.254']
  return []
})

const open: EgressProxy[] = []
const sockets: Socket[] = []

/** A proxy that lets allowed requests through. */
export function start(allow = `127.0.0.1:${site.port}`) {
  const own: ListeningAddress[] = []
  const resolve = createResolve({ servers: [dns.server] })
  const proxy = createEgressProxy({
    resolveAndCheck: createResolveAndCheck(createEgressRules({ allow, own }), resolve),
    own,
  })
  open.push(proxy)
  return { proxy, own }
}

/** Closes everything that a test has opened. */
export async function closeAll() {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(open.splice(0).map((proxy) => proxy.close()))
}
/** Closes the site and the name server. */
export async function stopServers() {
  site.stop()
  await dns.stop()
}

/** A connection, and the text it has received so far. */
export async function dial(
  server: string,
): Promise<{ socket: Socket; text: () => string; says: (part: string) => Promise<void>; closed: () => boolean }> {
  let text = ''
  let closed = false
  const socket = connect(Number(new URL(server).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  socket.on('close', () => {
    closed = true
  })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).on('error', reject))
  return { socket, text: () => text, says: (part) => until(() => text.includes(part)), closed: () => closed }
}

export const authorization = ({ username, password }: { username: string; password: string }) =>
  `Proxy-Authorization: Basic ${btoa(`${username}:${password}`)}\r\n`
export const get = (url: string, headers = '') => `GET ${url} HTTP/1.1\r\nHost: whatever.test\r\n${headers}\r\n`
export const post = (url: string, headers: string) =>
  `POST ${url} HTTP/1.1\r\nHost: whatever.test\r\n${headers}Content-Length: 4\r\n\r\nbody`
export const at = (host: string, path = '/') => `http://${host}:${site.port}${path}`

/** The status line of the proxy's response to one request. */
export async function ask(server: string, request: string): Promise<string> {
  const { socket, text } = await dial(server)
  socket.write(request)
  await until(() => text().includes('\r\n\r\n'))
  return text().split('\r\n', 1)[0] as string
}
