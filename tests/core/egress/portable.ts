/**
 * The promises of egress that depend on the runtime, checked on the one that runs this: `bun
 * tests/core/egress/portable.ts`, or `deno run -A` with the same file. NODE_EXTRA_CA_CERTS must name the tests'
 * certificate. Prints one line for each check.
 */
import assert from 'node:assert/strict'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { createEgressRules } from '../../../core/egress-rules/egress-rules.ts'
import { createResolve } from '../../../core/egress-rules/resolve.ts'
import { isApiError } from '../../../core/errors.ts'
import { createGuardedFetch } from '../../../core/fetch/guarded-fetch.ts'
import { startFakeDns } from '../egress-rules/fake-dns.ts'
import { headersOf, pathOf, response, startRawServer } from '../fetch/servers.ts'
import { startHttpProxy, startSocksProxy } from '../proxy/proxies.ts'

const names = await startFakeDns((name, type) =>
  type === 'AAAA' ? [] : name === 'inner.test' ? ['10.0.0.5'] : ['127.0.0.1'],
)
const fetch = createGuardedFetch({
  rules: createEgressRules({ allow: '127.0.0.1' }),
  resolve: createResolve({ servers: [names.server] }),
})
const text = 'Some text that is worth packing. '.repeat(1000)
let unanswered = 0
const plain = await startRawServer((socket, request) => {
  const path = pathOf(request)
  if (path === '/silent') return void unanswered++
  if (path === '/drip') return void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nx')
  if (path.startsWith('/to?'))
    return void socket.write(
      response(302, { location: decodeURIComponent(path.slice(4)), 'set-cookie': 'a=1; Path=/' }),
    )
  const packed = { '/gzip': gzipSync, '/br': brotliCompressSync, '/zstd': zstdCompressSync }[path]
  if (packed) return void socket.write(response(200, { 'content-encoding': path.slice(1) }, packed(text)))
  socket.write(response(200, {}, JSON.stringify(headersOf(request))))
})
const secure = await startRawServer((socket, request) => socket.write(response(200, {}, headersOf(request).host)), {
  secure: true,
})
const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => assert.fail('it did not fail'),
    (reason: unknown) => reason,
  )
  if (!isApiError(error)) throw error
  return `${error.code} ${error.details.reason}`
}

const http = `http://site.test:${plain.port}`
const checks: Record<string, () => Promise<unknown>> = {
  'a plain request is pinned': async () =>
    assert.equal(((await (await fetch(`${http}/`)).json()) as { host: string }).host, `site.test:${plain.port}`),
  'a secure request is pinned, and its certificate checked by name': async () => {
    assert.equal(await (await fetch(`https://a.test:${secure.port}/`)).text(), `a.test:${secure.port}`)
    assert.equal(await (await fetch(`https://127.0.0.1:${secure.port}/`)).text(), `127.0.0.1:${secure.port}`)
    assert.equal(await failure(fetch(`https://b.test:${secure.port}/`)), 'invalid_url tls')
  },
  'a certificate need not be valid where that is asked for, and then only there': async () => {
    assert.equal((await fetch(`https://b.test:${secure.port}/`, { insecure: true })).status, 200)
    assert.equal(await failure(fetch(`https://b.test:${secure.port}/`)), 'invalid_url tls')
  },
  'connections are kept, plain and secure': async () => {
    const before = plain.connections.all + secure.connections.all
    for (let i = 0; i < 3; i++)
      for (const url of [`${http}/`, `https://a.test:${secure.port}/`]) await (await fetch(url)).bytes()
    assert.ok(plain.connections.all + secure.connections.all - before <= 2)
  },
  'forbidden addresses are refused, by name, number and redirect': async () => {
    for (const url of [
      'http://inner.test/',
      'http://0x0a000005/',
      `${http}/to?${encodeURIComponent('http://10.0.0.5/')}`,
    ])
      assert.equal(await failure(fetch(url)), 'invalid_url forbidden_address')
  },
  'a redirect is followed, with its cookie': async () => {
    const answer = await fetch(`${http}/to?/end`, { cookies: true })
    assert.equal(((await answer.json()) as { cookie: string }).cookie, 'a=1')
  },
  'every coding that is offered is undone': async () => {
    for (const coding of ['gzip', 'br', 'zstd']) assert.equal(await (await fetch(`${http}/${coding}`)).text(), text)
  },
  'a body beyond the limit is refused': async () =>
    assert.equal(
      await failure(fetch(`${http}/gzip`, { maxBytes: 1000 }).then((answer) => answer.bytes())),
      'scraping_failed too_large',
    ),
  'a deadline ends a body that never ends': async () => {
    assert.equal(
      await failure(fetch(`${http}/drip`, { signal: AbortSignal.timeout(200) }).then((answer) => answer.bytes())),
      'timeout undefined',
    )
  },
  'what is given up on a kept connection ends, and is not sent again': async () => {
    await (await fetch(`${http}/`)).bytes()
    for (const method of ['GET', 'POST']) {
      const before = unanswered
      const given = fetch(`${http}/silent`, { method, signal: AbortSignal.timeout(200) })
      assert.equal(await failure(given), 'timeout undefined')
      // A repeated request would have arrived before this.
      await (await fetch(`${http}/`)).bytes()
      assert.equal(unanswered - before, 1)
    }
  },
  'a port where nobody listens is refused': async () => {
    const { port, stop } = await startRawServer(() => {})
    stop()
    assert.equal(await failure(fetch(`http://127.0.0.1:${port}/`)), 'invalid_url refused')
  },
}
for (const [kind, start] of Object.entries({
  http: () => startHttpProxy(),
  https: () => startHttpProxy('https'),
  socks5: startSocksProxy,
}))
  checks[`requests go through a proxy of ${kind}`] = async () => {
    const proxy = await start()
    assert.equal((await fetch(`${http}/`, { proxy })).status, 200)
    assert.equal(await (await fetch(`https://a.test:${secure.port}/`, { proxy })).text(), `a.test:${secure.port}`)
    assert.equal(await failure(fetch(`https://b.test:${secure.port}/`, { proxy })), 'invalid_url tls')
    assert.equal(await failure(fetch('http://inner.test/', { proxy })), 'invalid_url forbidden_address')
    assert.deepEqual(
      new Set(proxy.targets),
      new Set([`CONNECT 127.0.0.1:${plain.port}`, `CONNECT 127.0.0.1:${secure.port}`]),
    )
    proxy.stop()
  }

let failed = 0
for (const [name, check] of Object.entries(checks)) {
  try {
    await check()
    console.log(`ok   ${name}`)
  } catch (error) {
    failed += 1
    console.log(`FAIL ${name}: ${error instanceof Error ? error.message : error}`)
  }
}
process.exit(failed > 0 ? 1 : 0)
