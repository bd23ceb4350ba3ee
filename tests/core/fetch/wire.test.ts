import { describe, expect, test } from 'bun:test'
import { bombLimit, chunkSizeFor, isBomb } from '../../../core/fetch/bomb-limit.ts'
import { codings } from '../../../core/fetch/content-codings.ts'
import { rebuildExchange } from '../../../core/fetch/exchange/rebuild-exchange.ts'
import { WireRecorder } from '../../../core/fetch/exchange/wire-recorder.ts'
import { NavigationCookies } from '../../../core/fetch/navigation-cookies.ts'
import { join, pullStream } from '../../../core/fetch/stream.ts'
import type { Outgoing } from '../../../core/fetch/transport.ts'

const MIB = 1024 * 1024
const text = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
const bytes = (value: string) => new TextEncoder().encode(value)

describe('a body is a bomb', () => {
  test('if it is more than a hundred times its compressed size, beyond four megabytes', () => {
    expect([isBomb(4 * MIB, 1), isBomb(4 * MIB + 1, 1)]).toEqual([false, true])
    expect([isBomb(10 * MIB, 0.1 * MIB), isBomb(10 * MIB + 1, 0.1 * MIB)]).toEqual([false, true])
  })
  test('or if it is over the total limit', () =>
    expect([bombLimit(MIB, 5000), bombLimit(MIB, 500 * MIB)]).toEqual([5000, 100 * MIB]))
})

test('a decoder gives chunks of eight times its input, from 16 to 256 KiB', () => {
  const sizeOf = (length: number) => chunkSizeFor(new Uint8Array(length))
  expect([0, 2048, 2049, 32_768, 32_769].map(sizeOf)).toEqual([16_384, 16_384, 16_392, 262_144, 262_144])
})

describe('a coding is decoded at once', () => {
  const options = { chunkSize: 16_384, maxOutputLength: 1000 }
  const data = bytes('text '.repeat(100))
  test.each([
    ['gzip', Bun.gzipSync(data)],
    ['x-gzip', Bun.gzipSync(data)],
    ['deflate', Bun.deflateSync(data)],
    ['zstd', Bun.zstdCompressSync(data)],
  ])('%s, on the event loop and off it, up to its limit', async (name, coded) => {
    const coding = codings[name]!
    expect(coding.isQuick(coded)).toBe(true)
    expect(Buffer.from(coding.decode(coded, options)).equals(data)).toBe(true)
    expect(Buffer.from(await coding.decodeElsewhere(coded, options)).equals(data)).toBe(true)
    expect(() => coding.decode(coded, { ...options, maxOutputLength: 400 })).toThrow()
    await expect(coding.decodeElsewhere(coded, { ...options, maxOutputLength: 400 })).rejects.toThrow()
  })
  test('brotli is quick with a window of half a megabyte, and not with a larger one', () => {
    const quick = (first: number) => codings.br!.isQuick(new Uint8Array([first]))
    // The first bits hold the window size. Source: RFC 7932, section 9.1.
    expect([0b0, 0b0000011, 0b0000101, 0b0000111, 0b0001111].map(quick)).toEqual([true, true, true, false, false])
    expect(codings.br!.isQuick(new Uint8Array())).toBe(true)
  })
})

describe('cookies of a navigation', () => {
  const url = new URL('https://a.test/path')
  const set = (...lines: string[]) => new Headers(lines.map((line) => ['set-cookie', line] as [string, string]))
  test('are those of the caller if none was set', async () => {
    const cookies = new NavigationCookies()
    await cookies.keep(url, new Headers({ 'x-a': 'b' }))
    expect([cookies.header(url, 'own=1'), cookies.header(url, undefined)]).toEqual(['own=1', undefined])
  })
  test("that were set replace the caller's, and are sent where they belong", async () => {
    const cookies = new NavigationCookies()
    await cookies.keep(url, set('a=1; Path=/', 'b=2; Path=/path', 'c=3; Domain=other.test'))
    expect(cookies.header(url, 'a=own; d = 4 ;; e=5')).toBe('d = 4; e=5; b=2; a=1')
    expect(cookies.header(new URL('/else', url), undefined)).toBe('a=1')
    expect(cookies.header(new URL('https://b.test/'), 'own=1')).toBe('own=1')
  })
})

describe('an exchange that a client reports', () => {
  test('is rebuilt without secrets of the request, and renames headers that no longer apply', () => {
    const { request, head, body, isCut, startedAt } = rebuildExchange({
      url: new URL('https://a.test/path?q=1'),
      startedAt: 5,
      method: 'GET',
      requestHeaders: [
        ['Host', 'a.test'],
        ['Accept', '*/*'],
        ['Authorization', 'secret'],
      ],
      status: 200,
      headers: [
        ['content-type', 'text/html'],
        ['Content-Encoding', 'gzip'],
        ['set-cookie', 'a=1\nb=2'],
      ],
      body: bytes('body'),
      isCut: true,
    })
    expect(text(request)).toBe('GET /path?q=1 HTTP/1.1\r\nHost: a.test\r\nAccept: */*\r\n\r\n')
    expect(text(head)).toBe(
      'HTTP/1.1 200 \r\ncontent-type: text/html\r\nX-Orig-Content-Encoding: gzip\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n\r\n',
    )
    expect([text(body), isCut, startedAt]).toEqual(['body', true, 5])
  })
})

describe('bytes on the wire are kept', () => {
  const request = (more: object = {}) =>
    ({
      method: 'GET',
      url: new URL('http://a.test/x'),
      headers: { accept: '*/*' },
      address: '192.0.2.1',
      ...more,
    }) as unknown as Outgoing
  const record = (recorder: WireRecorder, chunks: string[], more: object = {}) => {
    const { wire } = recorder.record(request(more))
    for (const chunk of chunks) wire!.push(bytes(chunk))
    return wire!
  }
  const kept = (recorder: WireRecorder) =>
    recorder.exchanges.map(({ head, body, isCut, address }) => [text(head), text(body), isCut, address])

  test('unchanged, with head and body apart', () => {
    const recorder = new WireRecorder()
    record(recorder, ['HTTP/1.1 200 OK\r\na: b\r', '\n\r\nbo', 'dy']).end()
    record(recorder, ['HTTP/1.1 204 No\na: b\n\n'], { tunnel: {} })
    expect(kept(recorder)).toEqual([
      ['HTTP/1.1 200 OK\r\na: b\r\n\r\n', 'body', false, '192.0.2.1'],
      ['HTTP/1.1 204 No\na: b\n\n', '', true, undefined],
    ])
    expect(text(recorder.exchanges[0]!.request)).toBe('GET /x HTTP/1.1\r\naccept: */*\r\n\r\n')
  })
  test('after informational responses', () => {
    const recorder = new WireRecorder()
    record(recorder, ['HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 100 Go\r\n\r\nHTTP/1.1 200 OK\r\n\r\nbody'])
    expect(kept(recorder)[0]!.slice(0, 2)).toEqual(['HTTP/1.1 200 OK\r\n\r\n', 'body'])
  })
  test('up to the point where the response breaks off', () => {
    const recorder = new WireRecorder()
    record(recorder, ['HTTP/1.1 200 OK\r\na:'])
    record(recorder, ['HTTP/1.1 100 Go\r\n\r\n'])
    record(recorder, [])
    expect(kept(recorder).map(([head, body]) => [head, body])).toEqual([
      ['HTTP/1.1 200 OK\r\na:', ''],
      ['HTTP/1.1 100 Go\r\n\r\n', ''],
      ['', ''],
    ])
  })
  test('except for the last request if it had no response', () => {
    const recorder = new WireRecorder()
    record(recorder, ['HTTP/1.1 200 OK\r\n\r\n'])
    record(recorder, [])
    recorder.forget()
    expect(kept(recorder)).toHaveLength(1)
  })
})

describe('a pull stream', () => {
  test('asks for no more than is read, and ends its source when it is cancelled or fails', async () => {
    let asked = 0
    let ended = 0
    const end = async () => void ended++
    const reader = pullStream(async () => ({ done: ++asked > 2, value: bytes(`${asked}`) }), end).getReader()
    await Promise.resolve()
    expect(asked).toBe(0)
    expect(text((await reader.read()).value!)).toBe('1')
    expect([asked, ended]).toEqual([1, 0])
    await reader.read()
    expect([(await reader.read()).done, ended]).toEqual([true, 0])
    const given = pullStream(async () => ({ done: false, value: bytes('x') }), end)
    await given.cancel()
    expect(ended).toBe(1)
    const failing = pullStream(() => Promise.reject(new Error('broken')), end).getReader()
    await expect(failing.read()).rejects.toThrow('broken')
    await Promise.resolve()
    expect(ended).toBe(2)
  })
  test('and its chunks can be joined, a single one without a copy', () => {
    const one = bytes('one')
    expect(join([one])).toBe(one)
    expect([text(join([one, bytes('two')])), join([]).length]).toEqual(['onetwo', 0])
  })
})
