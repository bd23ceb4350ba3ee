import { afterEach, describe, expect, test } from 'bun:test'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { failureOf, openFetch, transports, until } from './open-fetch.ts'
import { type RawServer, type Respond, response, startRawServer } from './servers.ts'

const running: RawServer[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.stop()
})
async function serve(respond: Respond) {
  const server = await startRawServer(respond)
  running.push(server)
  return { ...server, url: `http://127.0.0.1:${server.port}/` }
}
const serveBody = (body: Uint8Array, encoding: string | string[], headers = {}) =>
  serve((socket) => socket.end(response(200, { 'content-encoding': encoding, ...headers }, body)))

const text = Buffer.from('Some text that is worth packing. '.repeat(3000))
const chunked = (body: Uint8Array) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
const MiB = 1024 * 1024

/** A gzip of 4 GiB of zeros in 4 MB, made by repeating one member of 16 MiB. Source: RFC 1952, section 2.2. */
const bomb = () => {
  const member = gzipSync(new Uint8Array(16 * MiB), { level: 9 })
  return Buffer.concat(Array.from({ length: 256 }, () => member))
}

/** Brotli with a window of 2 to the power of `bits` bytes. */
const brotli = (data: Uint8Array, bits: number) =>
  brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: bits } })
/** Windows small enough to be decoded on the event loop, and larger ones that take a thread. */
const windows = [10, 16, 17, 18, 19, 20, 22, 24]

const tooLarge = { status: 500, code: 'scraping_failed', reason: 'too_large' }
const broken = { status: 500, code: 'scraping_failed', reason: 'broken_body' }

type Damaged = [what: string, encoding: string | string[], body: Uint8Array, headers?: Record<string, string>]

test('a small body in br that is long when decoded is read, and refused over the limit', async () => {
  const fetch = openFetch()
  const long = Buffer.alloc(2 * MiB, text)
  for (const bits of windows) {
    const site = await serveBody(brotli(long, bits), 'br')
    expect(Buffer.from(await (await fetch(site.url)).bytes()).equals(long)).toBe(true)
    expect(await failureOf(fetch(site.url, { maxBytes: MiB }).then((answer) => answer.bytes()))).toEqual(tooLarge)
    const cut = await serveBody(brotli(text, bits).subarray(0, -3), 'br')
    expect(await failureOf(fetch(cut.url).then((answer) => answer.bytes()))).toEqual(broken)
  }
})

for (const [name, transport] of transports)
  describe(`by ${name}`, () => {
    const fetch = openFetch({ transport })

    const encodings: [name: string, encoding: string | string[], body: Uint8Array][] = [
      ['none', [], text],
      ['identity', 'identity', text],
      ['gzip', 'gzip', gzipSync(text)],
      ['gzip by its old name', 'x-gzip', gzipSync(text)],
      ['gzip in capitals', 'GZIP', gzipSync(text)],
      ['gzip of two members', 'gzip', Buffer.concat([gzipSync(text.subarray(0, 1000)), gzipSync(text.subarray(1000))])],
      ['gzip with zeros behind', 'gzip', Buffer.concat([gzipSync(text), Buffer.alloc(20)])],
      ['deflate', 'deflate', deflateSync(text)],
      ['raw deflate', 'deflate', deflateRawSync(text)],
      ['br', 'br', brotliCompressSync(text)],
      ...windows.map((bits): [string, string, Buffer] => [`br with a window of 2^${bits}`, 'br', brotli(text, bits)]),
      ['zstd', 'zstd', zstdCompressSync(text)],
      ['identity and gzip', 'identity, gzip', gzipSync(text)],
      ['gzip twice', 'gzip, gzip', gzipSync(gzipSync(text))],
      ['gzip, then br', 'gzip, br', brotliCompressSync(gzipSync(text))],
      ['gzip, then br, in two lines', ['gzip', 'br'], brotliCompressSync(gzipSync(text))],
      ['raw deflate, then zstd, then gzip', 'deflate, zstd, gzip', gzipSync(zstdCompressSync(deflateRawSync(text)))],
    ]
    for (const [what, encoding, body] of encodings)
      test(`a body in the coding "${what}" is read, and its headers are those of the text`, async () => {
        for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
          const site = await serveBody('transfer-encoding' in headers ? chunked(body) : body, encoding, headers)
          const answer = await fetch(site.url)
          expect(Buffer.from(await answer.bytes()).equals(text)).toBe(true)
          expect([answer.headers.get('content-encoding'), answer.headers.get('transfer-encoding')]).toEqual([
            null,
            null,
          ])
          expect([null, String(text.length)]).toContain(answer.headers.get('content-length'))
        }
      })

    test('a body is read as a stream, text or JSON too', async () => {
      const site = await serveBody(gzipSync('{"a":"ä"}'), 'gzip')
      const chunks: Uint8Array[] = []
      for await (const chunk of (await fetch(site.url)).body!) chunks.push(chunk)
      expect(Buffer.concat(chunks).toString()).toBe('{"a":"ä"}')
      expect(await (await fetch(site.url)).text()).toBe('{"a":"ä"}')
      expect(await (await fetch(site.url)).json()).toEqual({ a: 'ä' })
      const noJson = await serveBody(Buffer.from('<p>'), [])
      expect(await failureOf((await fetch(noJson.url)).json())).toEqual(broken)
    })

    test('an empty body is no error, whatever its coding', async () => {
      const site = await serveBody(Buffer.of(), 'gzip')
      expect(await (await fetch(site.url)).bytes()).toHaveLength(0)
      const twice = await serveBody(Buffer.of(), 'gzip, br')
      expect(await (await fetch(twice.url)).bytes()).toHaveLength(0)
      const head = await serve((socket) =>
        socket.write(response(200, { 'content-encoding': 'gzip', 'content-length': '500' })),
      )
      expect(await (await fetch(head.url, { method: 'HEAD' })).bytes()).toHaveLength(0)
      const none = await serve((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
      expect(await (await fetch(none.url)).text()).toBe('')
    })

    const damaged: Damaged[] = [
      ['no gzip at all', 'gzip', Buffer.from('this is not gzip at all')],
      ['gzip that ends too early', 'gzip', gzipSync(text).subarray(0, 60)],
      ['gzip with a wrong check sum', 'gzip', Buffer.concat([gzipSync(text).subarray(0, -8), Buffer.alloc(8)])],
      ['deflate that ends too early', 'deflate', deflateSync(text).subarray(0, 60)],
      ['br that ends too early', 'br', brotliCompressSync(text).subarray(0, 20)],
      ['zstd that ends too early', 'zstd', zstdCompressSync(text).subarray(0, 20)],
      ['zstd that ends in its first header', 'zstd', zstdCompressSync(text).subarray(0, 3)],
      ['zstd in gzip that ends too early', 'zstd, gzip', gzipSync(zstdCompressSync(text).subarray(0, 20))],
      ['gzip declared twice but applied once', 'gzip, gzip', gzipSync(text)],
      ['fewer bytes than its length', [], Buffer.from('abc'), { 'content-length': '100' }],
      ['a chunk that ends too early', [], Buffer.from('a\r\nabc'), { 'transfer-encoding': 'chunked' }],
      ['no last chunk', [], Buffer.from('3\r\nabc\r\n'), { 'transfer-encoding': 'chunked' }],
      ['a chunk without a length', [], Buffer.from('zz\r\nabc'), { 'transfer-encoding': 'chunked' }],
    ]
    for (const [what, encoding, body, headers] of damaged)
      test(`a broken body is reported as such: ${what}`, async () => {
        const site = await serveBody(body, encoding, headers)
        const read = async () => (await fetch(site.url)).bytes()
        expect(await failureOf(read())).toEqual(broken)
      })

    for (const encoding of [
      'compress',
      'foo',
      'gzip, foo',
      'foo, gzip',
      'gzip, gzip, gzip, gzip, gzip, gzip',
      '__proto__',
      'constructor, gzip',
    ])
      test(`a coding that was not offered is refused: ${encoding}`, async () => {
        const site = await serveBody(text, encoding)
        expect(await failureOf(fetch(site.url))).toEqual({
          status: 500,
          code: 'scraping_failed',
          reason: 'unsupported_encoding',
        })
        await until(() => site.connections.open === 0)
      })

    test.each([
      ['compressed', gzipSync(text)],
      ['only declared as compressed', text],
    ])('a body that is %s is passed on as it was sent if the caller does not want it decoded', async (_, body) => {
      const { url } = await serveBody(body, 'gzip')
      const answer = await fetch(url, { decode: false })
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(Buffer.from(await answer.bytes()).equals(body)).toBe(true)
      const limited = fetch(url, { decode: false, maxBytes: 10 }).then((short) => short.bytes())
      expect(await failureOf(limited)).toEqual(tooLarge)
    })

    test('a body may have exactly the allowed number of bytes, and not one more', async () => {
      const plain = await serveBody(text, [])
      const packed = await serveBody(gzipSync(text), 'gzip')
      const pieces = await serveBody(chunked(text), [], { 'transfer-encoding': 'chunked' })
      for (const { url } of [plain, packed, pieces]) {
        expect(await (await fetch(url, { maxBytes: text.length })).bytes()).toHaveLength(text.length)
        const read = async () => (await fetch(url, { maxBytes: text.length - 1 })).bytes()
        expect(await failureOf(read())).toEqual(tooLarge)
      }
    })

    test('a body with a Content-Length over the limit is not read', async () => {
      const site = await serve((socket) => socket.write(response(200, { 'content-length': String(51 * MiB) }, 'begin')))
      expect(await failureOf(fetch(site.url))).toEqual(tooLarge)
      await until(() => site.connections.open === 0)
    })

    test('an endless body is cut at 50 MiB, and its connection closed', async () => {
      const piece = Buffer.alloc(256 * 1024)
      const site = await serve((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        const go = () => {
          while (!socket.destroyed && socket.write(piece));
          socket.once('drain', go)
        }
        go()
      })
      expect(await failureOf((await fetch(site.url)).bytes())).toEqual(tooLarge)
      await until(() => site.connections.open === 0)
    })

    test('a bomb of 4 GiB is cut at the limit, in little memory', async () => {
      const body = bomb()
      const site = await serve((socket) => socket.write(response(200, { 'content-encoding': 'gzip' }, body)))
      Bun.gc(true)
      const before = process.memoryUsage.rss()
      expect(body.length).toBeLessThan(5 * MiB)
      expect(await failureOf((await fetch(site.url, { maxBytes: 5 * MiB })).bytes())).toEqual(tooLarge)
      expect(process.memoryUsage.rss() - before).toBeLessThan(60 * MiB)
      await until(() => site.connections.open === 0)
    })

    test('a bomb inside a bomb is limited by its final size', async () => {
      const inner = gzipSync(Buffer.alloc(0))
      const site = await serveBody(
        gzipSync(Buffer.concat(Array.from({ length: 300_000 }, () => inner)), { level: 9 }),
        'gzip, gzip',
      )
      const read = async () => (await fetch(site.url, { maxBytes: MiB })).bytes()
      expect(await failureOf(read())).toEqual(tooLarge)
    })

    for (const encoding of ['gzip', 'gzip, gzip'])
      test(`a cancelled body (${encoding}) closes the connection`, async () => {
        const packed = encoding === 'gzip' ? bomb() : gzipSync(bomb(), { level: 1 })
        const site = await serve((socket) => {
          socket.write(Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\n\r\n`))
          socket.write(packed)
        })
        await (await fetch(site.url)).body!.cancel()
        await until(() => site.connections.open === 0)
        const reader = (await fetch(site.url)).body!.getReader()
        await reader.read()
        await reader.cancel()
        await until(() => site.connections.open === 0)
      })

    test('a slow body can be cancelled while a read waits', async () => {
      for (const encoding of ['identity', 'gzip, gzip']) {
        const begin = encoding === 'identity' ? Buffer.from('begin') : gzipSync(gzipSync(text)).subarray(0, 12)
        const site = await serve((socket) =>
          socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\n\r\n`), begin])),
        )
        const reader = (await fetch(site.url)).body!.getReader()
        const reads = [reader.read(), reader.read()]
        await Bun.sleep(20)
        await reader.cancel()
        expect((await reads[1])!.done).toBe(true)
        await until(() => site.connections.open === 0)
      }
    })

    test('too many or too long headers are refused', async () => {
      const many = Object.fromEntries(Array.from({ length: 252 }, (_, i) => [`x-${i}`, 'v']))
      const long = { 'x-long': 'a'.repeat(300 * 1024) }
      const enough = {
        ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x-${i}`, 'v'])),
        'x-policy': 'a'.repeat(60 * 1024),
      }
      for (const headers of [many, long]) {
        const site = await serve((socket) => socket.write(response(200, headers)))
        expect(await failureOf(fetch(site.url))).toEqual(tooLarge)
      }
      const site = await serve((socket) => socket.write(response(200, enough)))
      expect((await fetch(site.url)).status).toBe(200)
    })
  })
