import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import * as tls from 'node:tls'
import { selfSigned } from '../../conformance/self-signed.ts'

export interface TestProxy {
  url: URL
  /** The destinations it was asked for, and the credentials it was given. */
  targets: string[]
  logins: string[]
  /** The number of connections so far. */
  connections: number
  /** The local ports from which it has connected. */
  ports: Set<number>
  /** Its behaviour, which may be changed. */
  options: ProxyOptions
  stop(): void
}

/** What a proxy does instead of its work. */
export interface ProxyOptions {
  /** The `user:password` it requires; others are refused. */
  login?: string
  /** Answers CONNECT with this status. */
  status?: number
  /** Sends this in answer to any request. */
  says?: string
  /** Closes the connection when it gets a request. */
  hangsUp?: boolean
}

function join(
  client: Socket,
  { target, proxy }: { target: { host: string; port: number }; proxy: TestProxy },
  begin: () => void,
  fail: () => void,
) {
  let reached = false
  const upstream = connect(target, () => {
    reached = true
    proxy.ports.add(upstream.localPort ?? 0)
    begin()
    client.pipe(upstream).pipe(client)
  })
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on('close', () => (one === client || reached) && other.destroy())
    one.on('error', () => (one === client || reached ? other.destroy() : fail()))
  }
}

async function listen(
  protocol: string,
  options: ProxyOptions,
  serve: (socket: Socket, proxy: TestProxy) => void,
): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  const onSocket = (socket: Socket) => {
    sockets.add(socket)
    proxy.connections += 1
    socket.on('close', () => sockets.delete(socket))
    // Clients may disconnect at any time.
    socket.on('error', () => {})
    serve(socket, proxy)
  }
  const server = protocol === 'https' ? tls.createServer(selfSigned, onSocket) : createServer(onSocket)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: TestProxy = {
    url: new URL(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`),
    targets: [],
    logins: [],
    connections: 0,
    ports: new Set(),
    options,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return proxy
}

/** A proxy that supports CONNECT. */
export const startHttpProxy = (protocol: 'http' | 'https' = 'http', options: ProxyOptions = {}) =>
  listen(protocol, options, (client, proxy) => {
    let head = ''
    const read = (chunk: Buffer) => {
      head += chunk.toString('latin1')
      if (proxy.options.says) return void client.end(proxy.options.says)
      if (!head.includes('\r\n\r\n')) return
      client.off('data', read)
      const [method = '', target = ''] = head.split(' ')
      proxy.targets.push(`${method} ${target}`)
      const login = /\r\nproxy-authorization: basic (\S+)/i.exec(head)?.[1]
      if (login) proxy.logins.push(atob(login))
      const refuse = (status: string) => client.end(`HTTP/1.1 ${status}\r\ncontent-length: 3\r\n\r\nno!`)
      const { options } = proxy
      if (options.hangsUp) return void client.end()
      if (options.status) return refuse(`${options.status} No`)
      if (options.login !== undefined && (!login || atob(login) !== options.login))
        return refuse('407 Proxy Authentication Required')
      const url = URL.parse(`http://${target}`)
      if (method !== 'CONNECT' || !url) return refuse('405 Method Not Allowed')
      const host = url.hostname.replace(/[[\]]/g, '')
      join(
        client,
        { target: { host, port: Number(url.port || 80) }, proxy },
        () => client.write('HTTP/1.1 200 OK\r\n\r\n'),
        () => refuse('502 Bad Gateway'),
      )
    }
    client.on('data', read)
  })

/** A SOCKS5 proxy, with or without a login. Source: RFC 1928, RFC 1929. */
export const startSocksProxy = (options: ProxyOptions = {}) =>
  listen('socks5', options, (client, proxy) => {
    let step: 'greeting' | 'login' | 'request' = 'greeting'
    const read = (chunk: Buffer) => {
      if (step === 'greeting') {
        const wantsLogin = chunk.subarray(2).includes(2)
        if (options.login !== undefined && !wantsLogin) return void client.end(Uint8Array.of(5, 0xff))
        step = wantsLogin ? 'login' : 'request'
        client.write(Uint8Array.of(5, wantsLogin ? 2 : 0))
      } else if (step === 'login') {
        const length = chunk[1]!
        const login = `${chunk.subarray(2, 2 + length)}:${chunk.subarray(3 + length)}`
        proxy.logins.push(login)
        const isRight = options.login === undefined || login === options.login
        step = 'request'
        client.write(Uint8Array.of(1, isRight ? 0 : 1))
        if (!isRight) client.end()
      } else {
        client.off('data', read)
        const kind = chunk[3]
        const port = chunk.readUInt16BE(chunk.length - 2)
        const host =
          kind === 1 ? chunk.subarray(4, 8).join('.') : kind === 3 ? chunk.subarray(5, 5 + chunk[4]!).toString() : '::1'
        proxy.targets.push(`CONNECT ${host}:${port}`)
        const reply = (code: number) => client.write(Uint8Array.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0))
        join(
          client,
          { target: { host, port }, proxy },
          () => reply(0),
          () => reply(5),
        )
      }
    }
    client.on('data', read)
  })
