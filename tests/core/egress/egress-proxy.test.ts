import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { ApiError } from '../../../core/errors.ts'
import { createProxyPool } from '../../../core/proxy/proxy-pool.ts'
import { until } from '../fetch/open-fetch.ts'
import { headersOf, pathOf, response, startRawServer } from '../fetch/servers.ts'
import { startHttpProxy } from '../proxy/proxies.ts'
import {
  ask,
  at,
  authorization,
  closeAll,
  dial,
  dns,
  get,
  post,
  site,
  start,
  stopServers,
} from './open-egress-proxy.ts'

afterEach(closeAll)
afterAll(stopServers)

describe('the egress proxy', () => {
  test("forwards a plain request with the browser's headers, to the host that was checked", async () => {
    const page = await start().proxy.open()
    const { socket, says, text } = await dial(page.server)
    socket.write(
      get(
        at('site.test', '/a?b=c'),
        `${authorization(page)}Proxy-Connection: keep-alive\r\nX-Odd-CASE: yes\r\ncookie: a=b\r\nTE: trailers\r\n`,
      ),
    )
    await says('at /a?b=c')
    const [request] = site.requests.slice(-1)
    expect(request?.split('\r\n')).toEqual([
      'GET /a?b=c HTTP/1.1',
      `Host: site.test:${site.port}`,
      'Connection: keep-alive',
      'X-Odd-CASE: yes',
      'cookie: a=b',
      '',
      '',
    ])
    expect(text()).toContain('X-Odd-CASE: 1\r\n')
    expect(text().match(/set-cookie: [ab]=[12]/gi)).toHaveLength(2)
  })

  test('forwards a query with a backslash as browsers write it', async () => {
    const page = await start().proxy.open()
    expect(await ask(page.server, get(at('site.test', '/a?b=\\c'), authorization(page)))).toContain('200')
    expect(site.requests.at(-1)).toStartWith('GET /a?b=\\c HTTP/1.1\r\n')
  })

  test('keeps a connection for the next plain request', async () => {
    const page = await start().proxy.open()
    const before = site.connections.all
    const { socket, says } = await dial(page.server)
    for (const path of ['/1', '/2', '/3']) {
      socket.write(get(at('site.test', path), authorization(page)))
      await says(`at ${path}`)
    }
    expect(site.connections.all - before).toBe(1)
  })

  test('retries if a kept connection has just been closed', async () => {
    const page = await start().proxy.open()
    for (let i = 0; i < 5; i++)
      expect(await ask(page.server, get(at('site.test', '/once'), authorization(page)))).toContain('200')
  })

  test('repeats a request that a kept connection did not answer, unless it has a body', async () => {
    const page = await start().proxy.open()
    const { socket, says } = await dial(page.server)
    for (const path of ['/kept', '/first', '/again']) {
      socket.write(get(at('site.test', path), authorization(page)))
      await says(`at ${path}`)
    }
    socket.write(post(at('site.test', '/first'), authorization(page)))
    await says('HTTP/1.1 502')
    const asked = site.requests.map((request) => request.split(' HTTP', 1)[0])
    expect([asked.filter((one) => one === 'GET /first'), asked.filter((one) => one === 'POST /first')]).toEqual([
      ['GET /first', 'GET /first'],
      ['POST /first'],
    ])
  })

  test('counts the bytes of bodies and of tunnels, in both directions', async () => {
    const page = await start().proxy.open()
    const plain = await dial(page.server)
    plain.socket.write(post(at('site.test', '/plain'), authorization(page)))
    await plain.says('at /plain')
    const bodies = 'bodyat /plain'.length
    expect(page.bytes).toBe(bodies)
    const tunnel = await dial(page.server)
    const established = 'HTTP/1.1 200 OK\r\n\r\n'
    tunnel.socket.write(`CONNECT site.test:${site.port} HTTP/1.1\r\n${authorization(page)}\r\n`)
    await tunnel.says(established)
    const request = get('/within')
    tunnel.socket.write(request)
    await tunnel.says('at /within')
    expect(page.bytes).toBe(bodies + request.length + tunnel.text().length - established.length)
  })

  test('opens a tunnel, and moves bytes both ways', async () => {
    const page = await start().proxy.open()
    const { socket, says } = await dial(page.server)
    socket.write(`CONNECT site.test:${site.port} HTTP/1.1\r\nHost: x\r\n${authorization(page)}\r\n`)
    await says('HTTP/1.1 200 OK\r\n\r\n')
    socket.write('GET /tunnelled HTTP/1.1\r\nHost: inner\r\n\r\n')
    await says('at /tunnelled')
    expect(headersOf(site.requests.at(-1) as string)).toEqual({ host: 'inner' })
  })

  test('lets nobody through without the password of an open page', async () => {
    const { proxy } = start()
    const page = await proxy.open()
    const closed = await proxy.open()
    closed.close()
    const before = site.requests.length
    for (const headers of [
      '',
      authorization({ username: 'weir', password: 'guess' }),
      authorization({ username: 'other', password: page.password }),
      authorization(closed),
    ]) {
      expect(await ask(page.server, get(at('site.test'), headers))).toContain('407')
      expect(await ask(page.server, `CONNECT site.test:${site.port} HTTP/1.1\r\n${headers}\r\n`)).toContain('407')
    }
    expect(site.requests.length).toBe(before)
  })

  test('opens an endpoint without a password, and closes it with its page', async () => {
    const page = await start().proxy.open()
    const endpoint = await page.openEndpoint()
    expect(await ask(endpoint, get(at('site.test', '/door')))).toContain('200')
    page.close()
    expect(await dial(endpoint).catch(() => 'closed')).toBe('closed')
  })

  test.each([
    ['a private address', 'http://10.0.0.5/'],
    ['the metadata address', 'http://169.254.169.254/latest/'],
    ['loopback on another port', 'http://127.0.0.1:1/'],
    ['a decimal address', 'http://2130706433/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['a name with a private address among its addresses', 'http://mixed.test/'],
    ['a bad port', 'http://site.test:6000/'],
  ])('refuses %s, and gives the reason only to the service', async (_, url) => {
    const page = await start().proxy.open()
    const asked = new URL('http://first.test/')
    expect(await ask(page.server, get(url, authorization(page)))).toContain('502')
    const { host } = new URL(url)
    expect(
      await ask(
        page.server,
        `CONNECT ${host.includes(':') && !host.startsWith('[') ? host : `${host}:80`} HTTP/1.1\r\n${authorization(page)}\r\n`,
      ),
    ).toContain('502')
    const failure = page.failure(new URL(url), asked) as ApiError
    expect(failure).toBeInstanceOf(ApiError)
    expect([failure.status, failure.code, failure.details]).toEqual([
      400,
      'invalid_url',
      { url: 'http://first.test/', reason: 'forbidden_address' },
    ])
  })

  test('tells a name that does not resolve from a host that refuses', async () => {
    const page = await start('127.0.0.0/8').proxy.open()
    const nowhere = new URL('http://nowhere.test/')
    const closed = new URL('http://127.0.0.1:9411/')
    for (const url of [nowhere, closed])
      expect(await ask(page.server, get(url.href, authorization(page)))).toContain('502')
    expect((page.failure(nowhere, nowhere) as ApiError).details.reason).toBe('dns')
    expect((page.failure(closed, closed) as ApiError).details.reason).toBe('refused')
    expect(page.failure(new URL(at('site.test')), nowhere)).toBeUndefined()
  })

  test('keeps a name at its first address, for the page that asked', async () => {
    const { proxy } = start()
    const page = await proxy.open()
    for (const path of ['/r1', '/r2'])
      expect(await ask(page.server, get(at('rebind.test', path), authorization(page)))).toContain('200')
    expect(dns.queries.filter((query) => query === 'rebind.test A')).toHaveLength(1)
    const next = await proxy.open()
    expect(await ask(next.server, get(at('rebind.test', '/r3'), authorization(next)))).toContain('502')
  })

  test('cannot be reached through itself', async () => {
    const { proxy, own } = start('127.0.0.0/8')
    const page = await proxy.open()
    const endpoint = await page.openEndpoint()
    expect(own).toHaveLength(2)
    for (const server of [page.server, endpoint]) {
      expect(await ask(page.server, get(`${server}/`, authorization(page)))).toContain('502')
      expect(await ask(endpoint, `CONNECT ${new URL(server).host} HTTP/1.1\r\n\r\n`)).toContain('502')
    }
    await proxy.close()
    expect(own).toHaveLength(0)
  })

  test.each([
    ['a request to itself', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['https in a plain request', 'GET https://site.test/ HTTP/1.1\r\nHost: x\r\n'],
    ['credentials in the address', 'GET http://a:b@site.test/ HTTP/1.1\r\nHost: x\r\n'],
    ['a path to CONNECT to', 'CONNECT site.test:443/x HTTP/1.1\r\nHost: x\r\n'],
  ])('refuses %s', async (_, head) => {
    const page = await start().proxy.open()
    expect(await ask(page.server, `${head}${authorization(page)}\r\n`)).toContain('400')
  })

  test('forwards no upgrade', async () => {
    const page = await start().proxy.open()
    const before = site.requests.length
    const { socket, closed } = await dial(page.server)
    socket.write(get(at('site.test'), `${authorization(page)}Connection: Upgrade\r\nUpgrade: websocket\r\n`))
    await until(() => closed() || site.requests.length > before)
    expect(site.requests.slice(before).filter((request) => /upgrade/i.test(request))).toEqual([])
  })

  test("switches to the operator's next proxy if one fails during a page, and never goes without one", async () => {
    const upstreams = [await startHttpProxy(), await startHttpProxy()]
    const pool = createProxyPool(upstreams.map(({ url }) => ({ url })))
    const page = await start().proxy.open(pool.pick('site.test'))
    const connectTo = () => ask(page.server, `CONNECT site.test:${site.port} HTTP/1.1\r\n${authorization(page)}\r\n`)
    expect(await connectTo()).toContain('200')
    const first = upstreams.find(({ targets }) => targets.length > 0)!
    const other = upstreams.find((one) => one !== first)!
    first.stop()
    expect(await connectTo()).toContain('200')
    expect(other.targets).toHaveLength(1)
    other.stop()
    const before = site.connections.all
    expect(await connectTo()).toContain('502')
    expect(site.connections.all).toBe(before)
    const asked = new URL(at('site.test'))
    expect(page.failure(asked, asked)).toMatchObject({ code: 'scraping_failed', details: { reason: 'proxies_down' } })
  })

  test('does not send its password to a site', async () => {
    const challenge = { 'Proxy-Authenticate': 'Basic realm="weir"', 'WWW-Authenticate': 'Basic realm="site"' }
    const curious = await startRawServer((socket) => socket.end(response(407, challenge, 'who?')))
    const page = await start(`127.0.0.1:${curious.port}`).proxy.open()
    const { socket, says, text } = await dial(page.server)
    socket.write(get(`http://127.0.0.1:${curious.port}/`, authorization(page)))
    await says('who?')
    expect(text()).not.toMatch(/proxy-authenticate/i)
    expect(curious.requests.join()).not.toMatch(/proxy-authorization/i)
    curious.stop()
  })

  test('opens at most 128 connections for a page, however fast they are requested', async () => {
    const quiet = await startRawServer(() => {})
    const page = await start(`127.0.0.1:${quiet.port}`).proxy.open()
    const asked = await Promise.all(
      Array.from({ length: 150 }, () =>
        ask(page.server, `CONNECT 127.0.0.1:${quiet.port} HTTP/1.1\r\n${authorization(page)}\r\n`),
      ),
    )
    expect(asked.filter((line) => line.includes('200'))).toHaveLength(128)
    expect(asked.filter((line) => line.includes('502'))).toHaveLength(22)
    expect(quiet.connections.all).toBe(128)
    page.close()
    await until(() => quiet.connections.open === 0)
    quiet.stop()
  })

  test('forwards a response with long headers', async () => {
    const long = 'x'.repeat(60_000)
    const wordy = await startRawServer((socket) => socket.end(response(200, { 'x-long': long }, 'there')))
    const page = await start(`127.0.0.1:${wordy.port}`).proxy.open()
    const { socket, says, text } = await dial(page.server)
    socket.write(get(`http://127.0.0.1:${wordy.port}/`, authorization(page)))
    await says('there')
    expect(text()).toContain(long)
    wordy.stop()
  })

  test('gives an error response if the server drops the connection, and cuts a body that is cut', async () => {
    const page = await start().proxy.open()
    expect(await ask(page.server, get(at('site.test', '/drop'), authorization(page)))).toContain('502')
    expect(site.requests.filter((request) => request.startsWith('GET /drop '))).toHaveLength(1)
    const { socket, says, closed } = await dial(page.server)
    socket.write(get(at('site.test', '/half'), authorization(page)))
    await says('half')
    await until(closed)
  })

  test.each([
    ['sends an invalid status', '/099'],
    ['switches to another protocol', '/101'],
  ])('gives an error response if the server %s, and gives the reason only to the service', async (_, path) => {
    const page = await start().proxy.open()
    expect(await ask(page.server, get(at('site.test', path), authorization(page)))).toContain('502')
    const url = new URL(at('site.test', path))
    expect(page.failure(url, url)).toMatchObject({ details: { reason: 'malformed_response' } })
  })

  test('forwards a response with an odd reason phrase', async () => {
    const page = await start().proxy.open()
    const { socket, says, text } = await dial(page.server)
    socket.write(get(at('site.test', '/words'), authorization(page)))
    await says('with words')
    expect(text()).toStartWith('HTTP/1.1 200 ab\r\n')
  })

  test('forwards only the declared length of a response, whatever the server sends after it', async () => {
    const page = await start().proxy.open()
    const { socket, says, text } = await dial(page.server)
    socket.write(get(at('site.test', '/longer'), authorization(page)))
    await says('begin')
    // The connection to the browser stays usable.
    socket.write(get(at('site.test', '/next'), authorization(page)))
    await says('at /next')
    expect(text()).not.toContain('and more')
  })

  test('does not complete a response that breaks off at once', async () => {
    const page = await start().proxy.open()
    for (const path of ['/none', '/chunk']) {
      const { socket, text, closed } = await dial(page.server)
      socket.write(get(at('site.test', path), authorization(page)))
      await until(closed)
      expect([
        path,
        /^$|^HTTP\/1.1 200 .*\r\n(?:content-length: 100|transfer-encoding: chunked)\r\n/is.test(text()),
      ]).toEqual([path, true])
    }
  })

  test('closes the connections of a page when the page ends, and no others', async () => {
    const { proxy } = start()
    const [one, other] = [await proxy.open(), await proxy.open()]
    const tunnels = await Promise.all(
      [one, other].map(async (page) => {
        const connection = await dial(page.server)
        connection.socket.write(`CONNECT site.test:${site.port} HTTP/1.1\r\n${authorization(page)}\r\n`)
        await connection.says('200 OK')
        return connection
      }),
    )
    one.close()
    await until(tunnels[0]!.closed)
    expect(tunnels[1]!.closed()).toBe(false)
    tunnels[1]!.socket.write('GET /still HTTP/1.1\r\nHost: x\r\n\r\n')
    await tunnels[1]!.says('at /still')
  })

  test("goes out through the operator's proxy, which is given the checked address", async () => {
    const targets: string[] = []
    const upstream = await startRawServer((socket, request) => {
      targets.push(request.split('\r\n', 1)[0] as string)
      if (!request.startsWith('CONNECT')) return void socket.end(response(200, {}, `by proxy ${pathOf(request)}`))
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
    })
    const page = await start().proxy.open({ url: new URL(`http://u:p@127.0.0.1:${upstream.port}`) })
    const { socket, says } = await dial(page.server)
    socket.write(get(at('site.test', '/up'), authorization(page)))
    await says('by proxy /up')
    expect(targets[0]).toBe(`CONNECT 127.0.0.1:${site.port} HTTP/1.1`)
    expect(headersOf(upstream.requests[0] as string)['proxy-authorization']).toBe(`Basic ${btoa('u:p')}`)
    expect(await ask(page.server, get('http://10.0.0.5/', authorization(page)))).toContain('502')
    expect(targets.filter((line) => line.includes('10.0.0.5'))).toEqual([])
    upstream.stop()
  })
})
