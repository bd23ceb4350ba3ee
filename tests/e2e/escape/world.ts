import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { isOurs } from './own-socket.ts'
import { escapePage, escapeRoute } from './page.ts'

/** Addresses that nobody may reach. */
const victims = ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.5', 'fd00:ec2::254']
const TCP_PORTS = [80, 443, 3479]
const UDP_PORTS = [443, 3478]
/** Where devices are looked for: by name (RFC 6762), and by service (UPnP). Both reach the whole network. */
const groups = [
  { address: '224.0.0.251', port: 5353 },
  { address: '239.255.255.250', port: 1900 },
]
/** The address of the network interface, which leads nowhere. */
const WIRE = '192.168.77.2'
/** The page's server: the only allowed address on loopback. */
export const ORIGIN = '127.0.0.1:8088'

/** Tried in every way: browsers bypass a proxy for loopback more readily than for other addresses. */
const hosts = ['127.0.0.1']
/** The forbidden addresses in all their forms. */
const further = [
  'rebind.test',
  '[::1]',
  'localhost',
  'sub.localhost',
  '2130706433',
  '0.0.0.0',
  '169.254.169.254',
  '10.0.0.5',
  '[fd00:ec2::254]',
  '[::ffff:10.0.0.5]',
]
const stun = ['127.0.0.1:3478', '169.254.169.254:3478', '10.0.0.5:3478', '93.184.216.34:3478', 'stun.test:3478']

/** What was seen since the last `take`. */
export interface Seen {
  /** Kinds of request that reached a forbidden address, with their number. */
  hits: Record<string, number>
  /** Datagrams that reached any address. */
  datagrams: number
  /** Names that another process than this one looked up. */
  names: string[]
  /** Connections to allowed addresses that did not come from this process. */
  direct: number
  /** Requests that the page's own server answered. */
  served: number
}

export interface World {
  readonly seen: Readonly<Seen>
  /** Gives what has been seen, and forgets it. */
  take(): Seen
}

const nothing = (): Seen => ({ hits: {}, datagrams: 0, names: [], direct: 0, served: 0 })

/** Listens wherever a page could lead, and records what arrives. */
export async function startWorld(): Promise<World> {
  let seen = nothing()
  const listening: Promise<unknown>[] = []
  const waitFor = (listen: (done: () => void) => void) =>
    listening.push(new Promise<void>((resolve) => listen(() => resolve())))

  for (const address of victims)
    for (const port of TCP_PORTS) {
      const server = createServer((socket) => {
        socket.on('error', () => {})
        const note = (kind: string) => {
          seen.hits[kind] = (seen.hits[kind] ?? 0) + 1
        }
        const silent = setTimeout(() => note('connection'), 1000)
        socket.on('close', () => clearTimeout(silent))
        socket.once('data', (bytes) => {
          clearTimeout(silent)
          note(/^[A-Z]+ \/([\w-]*)/.exec(bytes.toString('latin1'))?.[1] ?? 'connection')
          socket.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 6\r\n\r\nSECRET')
        })
      })
      waitFor((done) => server.on('error', done).listen(port, address, done))
    }
  for (const address of ['127.0.0.1', '169.254.169.254', '10.0.0.5', '93.184.216.34'])
    for (const port of UDP_PORTS) {
      const socket = createSocket({ type: 'udp4', reuseAddr: true })
      socket.on('message', () => {
        seen.datagrams += 1
      })
      waitFor((done) => socket.on('error', done).bind(port, address, done))
    }
  for (const { address, port } of groups) {
    const socket = createSocket({ type: 'udp4', reuseAddr: true })
    socket.on('message', () => {
      seen.datagrams += 1
    })
    waitFor((done) =>
      socket.on('error', done).bind(port, () => {
        for (const at of ['127.0.0.1', WIRE]) socket.addMembership(address, at)
        done()
      }),
    )
  }
  const names = createSocket('udp4')
  names.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    if (!isOurs('udp', port)) seen.names.push(name)
    names.send(answer(query, { name, end }), port, address)
  })
  waitFor((done) => names.bind(53, '127.0.0.53', done))

  for (const [hostname, port] of [
    ['127.0.0.1', 8088],
    ['93.184.216.34', 80],
  ] as const)
    Bun.serve({
      hostname,
      port,
      fetch(request, server) {
        const from = server.requestIP(request)
        if (from && !isOurs('tcp', from.port)) seen.direct += 1
        seen.served += 1
        const url = new URL(request.url)
        const routed = escapeRoute(url)
        if (routed) return routed
        const html = url.pathname === '/escape' ? escapePage({ hosts, further, stun }) : '<title>Elsewhere</title>'
        return new Response(html, { headers: { 'content-type': 'text/html' } })
      },
    })
  await Promise.all(listening)
  return {
    get seen() {
      return seen
    },
    take() {
      const taken = seen
      seen = nothing()
      return taken
    },
  }
}

/** The name in a query's question, and where the question ends. Source: RFC 1035, section 4.1.2. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), end: at + 5 }
}

/** Loopback for the name that is to rebind; other names lead to an allowed address. */
function answer(query: Buffer, { name, end }: { name: string; end: number }): Buffer {
  const isAddress = query.readUInt16BE(end - 4) === 1
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(isAddress ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  const address = name.startsWith('rebind') ? [127, 0, 0, 1] : [93, 184, 216, 34]
  const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address])
  return Buffer.concat([head, query.subarray(12, end), ...(isAddress ? [record] : [])])
}
