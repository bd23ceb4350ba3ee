import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { selfSigned } from './self-signed.ts'
import { type Served, serve } from './serve.ts'

/** All byte values, which no decoding as text would preserve. */
export const everyByte = Uint8Array.from({ length: 1024 }, (_, i) => i % 256)

export interface Seen {
  path: string
  headers: Headers
}

/** The pages on which engines are tested, at several addresses on loopback. */
export interface EngineSite {
  url(path: string): string
  /** Another origin with the same pages. */
  otherUrl(path: string): string
  /** The same pages over HTTPS, with a self-signed certificate. */
  secureUrl(path: string): string
  /** A server that must never be reached. */
  trapUrl(path: string): string
  /** An allowed address on which nothing listens. */
  closedUrl: string
  /** The value of `allow` for `createEgress`. */
  allow: string
  seen: Seen[]
  trapped: string[]
  /** The number of pending requests for a path with its query, such as `/never?one`. */
  waiting(path: string): number
  stop(): void
}

const html = (body: string, init: ResponseInit = {}) =>
  new Response(
    `<!doctype html><html><head><meta charset="utf-8"><title>Page</title></head><body>${body}</body></html>`,
    {
      ...init,
      headers: { 'content-type': 'text/html; charset=utf-8', 'x-site': 'yes', ...init.headers },
    },
  )
const moved = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 302, headers: { location, ...headers } })

/** A header value in UTF-8, which many servers send although HTTP does not define it. */
const inUtf8 = (text: string) => Buffer.from(text).toString('latin1')

const pages: Record<string, () => Response> = {
  '/page': () => html('<h1>Grüße</h1><p>PAGEMARK</p>'),
  '/named': () => html('NAMEDMARK', { headers: { 'x-name': inUtf8('größe 大きさ') } }),
  '/redirect/named': () => moved(inUtf8('/größe 大きさ')),
  '/gr%C3%B6%C3%9Fe%20%E5%A4%A7%E3%81%8D%E3%81%95': () => html('SIZEMARK'),
  '/bytes': () => new Response(everyByte, { headers: { 'content-type': 'application/octet-stream' } }),
  '/latin1': () =>
    new Response(Uint8Array.of(0x3c, 0x70, 0x3e, 0xe4, 0x80), { headers: { 'content-type': 'text/html' } }),
  '/empty': () => new Response('', { headers: { 'content-type': 'text/html' } }),
  '/large': () => new Response('x'.repeat(2_000_000), { headers: { 'content-type': 'text/html' } }),
  '/white-space': () =>
    new Response(`${' '.repeat(2_000_000)}<p>WHITEMARK</p>`, { headers: { 'content-type': 'text/html' } }),
  '/redirect': () => moved('/redirect/again'),
  '/redirect/again': () => moved('/page'),
  '/cookie': () => moved('/cookie/wanted', { 'set-cookie': 'taste=sweet; Path=/' }),
  '/cookie/wanted': () => html('COOKIEMARK'),
  '/late': () =>
    html('<script>setTimeout(() => { document.body.innerHTML = \'<p id="late">LATEMARK</p>\' }, 400)</script>'),
  '/client': () =>
    html(
      '<pre id="o"></pre><script>document.getElementById("o").textContent = ["WIDTH=" + innerWidth, "UA=" + navigator.userAgent, "WEBDRIVER=" + navigator.webdriver].join(" ")</script>',
    ),
  '/form': () =>
    html(
      '<input id="who"><button id="go">Go</button><p id="said"></p><div style="height:3000px"></div><script>document.getElementById("go").onclick = () => { document.getElementById("said").textContent = "HELLO " + document.getElementById("who").value }</script>',
    ),
}

export async function startEngineSite(): Promise<EngineSite> {
  const seen: Seen[] = []
  const trapped: string[] = []
  const waiting: string[] = []
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, search, searchParams } = new URL(request.url)
    seen.push({ path: pathname, headers: request.headers })
    const status = /^\/status\/(\d+)$/.exec(pathname)?.[1]
    if (status) return html(`STATUSMARK ${status}`, { status: Number(status) })
    if (pathname === '/to') return moved(searchParams.get('url') ?? '/')
    if (pathname === '/echo')
      return html(`ECHO ${searchParams.get('n')} ${request.headers.get('x-n')} ${request.headers.get('cookie')}`, {
        headers: { 'set-cookie': `n=${searchParams.get('n')}; Path=/` },
      })
    if (pathname !== '/never') return pages[pathname]?.() ?? html('none', { status: 404 })
    const path = pathname + search
    waiting.push(path)
    await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
    waiting.splice(waiting.indexOf(path), 1)
    return new Response()
  }
  const trap = await serve(({ url }) => {
    trapped.push(url)
    return html('TRAPMARK')
  })
  const [site, other, secure] = await Promise.all([serve(answer), serve(answer), serve(answer, selfSigned)])
  const closed = await closedPort()
  const origin =
    ({ port }: Served, scheme = 'http') =>
    (path: string) =>
      `${scheme}://127.0.0.1:${port}${path}`
  return {
    url: origin(site),
    otherUrl: origin(other),
    secureUrl: origin(secure, 'https'),
    trapUrl: origin(trap),
    closedUrl: `http://127.0.0.1:${closed.port}/`,
    allow: [site.port, other.port, secure.port, closed.port].map((port) => `127.0.0.1:${port}`).join(','),
    seen,
    trapped,
    waiting: (path) => waiting.filter((one) => one === path).length,
    stop() {
      closed.release()
      for (const server of [site, other, secure, trap]) server.stop()
    },
  }
}

/** A port on which nothing listens. An outgoing connection uses it, so that no other process can get it. */
async function closedPort() {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const outgoing = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(outgoing, 'connect')
  return {
    port: outgoing.localPort,
    release() {
      outgoing.destroy()
      server.close()
    },
  }
}

/** A forward proxy that records its targets, for `CONNECT` and for absolute URLs. */
export async function startForwardProxy() {
  const targets: string[] = []
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    const url = URL.parse(incoming.url ?? '')
    if (!url) return void outgoing.writeHead(400).end()
    targets.push(url.host)
    const { 'proxy-connection': _, ...headers } = incoming.headers
    const upstream = send(url, { method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(upstream)
  })
  server.on('connect', (request, client, head) => {
    const url = URL.parse(`http://${request.url}`)
    if (!url) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    targets.push(url.host)
    const upstream = connect(Number(url.port || 80), url.hostname, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.write(head)
      client.pipe(upstream).pipe(client)
    })
    for (const [one, another] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => another.destroy())
      one.on('close', () => another.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    targets,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
