import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { prepare } from '../../../core/http/outgoing.ts'

const asked = (headers: Record<string, string> = { 'accept-encoding': 'gzip' }, method = 'GET') =>
  new Request('http://api.test/', { method, headers })
const answer = (body: BodyInit | null, type = 'application/json', headers: Record<string, string> = {}) =>
  new Response(body, { status: 201, headers: { 'content-type': type, ...headers } })
const headersOf = ({ headers }: Response) => ({
  coding: headers.get('content-encoding'),
  length: headers.get('content-length'),
  vary: headers.get('vary'),
})
/** A body that arrives in parts, and whether it was cancelled. */
function parts(...all: string[]) {
  const seen = { cancelled: false }
  const left = all.map((part) => new TextEncoder().encode(part))
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
    cancel() {
      seen.cancelled = true
    },
  })
  return { body, seen }
}
const PIECE = 256 * 1024

describe('a response', () => {
  test('is compressed as the caller accepts it, with its length', async () => {
    const sent = await prepare(asked(), answer('a'.repeat(1025)), false)
    const bytes = await sent.bytes()
    expect([sent.status, headersOf(sent)]).toEqual([
      201,
      { coding: 'gzip', length: String(bytes.byteLength), vary: 'accept-encoding' },
    ])
    expect(gunzipSync(bytes).toString()).toBe('a'.repeat(1025))
  })

  test('of up to 1024 bytes is sent as it is, with Vary', async () => {
    const sent = await prepare(asked(), answer('a'.repeat(1024)), false)
    expect(headersOf(sent)).toEqual({ coding: null, length: '1024', vary: 'accept-encoding' })
    expect(await sent.text()).toBe('a'.repeat(1024))
  })

  test('that is known to be small is not inspected', async () => {
    const given = answer('{}')
    expect(prepare(asked(), given, true)).toBe(given)
    expect(given.headers.get('vary')).toBe('accept-encoding')
    const plain = answer('{}')
    expect(prepare(asked({}), plain, true)).toBe(plain)
    expect(plain.headers.get('vary')).toBe(null)
  })

  test('is sent as it is if the caller accepts no coding', async () => {
    const given = answer('a'.repeat(5000))
    expect(prepare(asked({}), given, false)).toBe(given)
    const other = answer('a'.repeat(5000))
    const sent = await prepare(asked({ 'accept-encoding': 'identity' }), other, false)
    expect([sent === other, headersOf(sent)]).toEqual([true, { coding: null, length: null, vary: 'accept-encoding' }])
  })

  test.each([
    ['text/html', true],
    ['text/event-stream', false],
    ['application/json; charset=utf-8', true],
    ['application/problem+json', true],
    ['application/xml', true],
    ['application/x-ndjson', true],
    ['application/javascript', true],
    ['image/svg+xml', true],
    ['image/png', false],
    ['application/pdf', false],
    ['application/jsonlines', false],
  ])('of %s is compressed: %p', async (type, isCoded) => {
    const { headers } = await prepare(asked(), answer('a'.repeat(2000), type), false)
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(
      isCoded ? ['gzip', 'accept-encoding'] : [null, null],
    )
  })

  test('that is encoded already is not encoded again', async () => {
    const given = answer('a'.repeat(2000), 'text/html', { 'content-encoding': 'br' })
    const sent = await prepare(asked(), given, false)
    expect([sent === given, headersOf(sent).coding, headersOf(sent).vary]).toEqual([true, 'br', null])
  })

  test('of one piece has its length, and a longer one is compressed while it is read', async () => {
    const one = await prepare(asked(), answer(parts('a'.repeat(PIECE - 1), 'b').body), false)
    expect(headersOf(one).length).toBe(String((await one.bytes()).byteLength))
    const longer = answer(parts('a'.repeat(PIECE), 'b', 'c').body, 'text/plain', { 'content-length': '262146' })
    const sent = await prepare(asked(), longer, false)
    expect([sent.status, headersOf(sent)]).toEqual([201, { coding: 'gzip', length: null, vary: 'accept-encoding' }])
    expect(gunzipSync(await sent.bytes()).toString()).toBe(`${'a'.repeat(PIECE)}bc`)
  })
})

describe('a response to HEAD has no body', () => {
  const head = (response: Response, headers: Record<string, string> = {}) =>
    prepare(asked(headers, 'HEAD'), response, false)
  const bodyOf = async (response: Response) => [response.body, await response.text()]

  test('but the length and coding that the body would have', async () => {
    const whole = await head(answer('a'.repeat(5000)))
    expect([whole.status, headersOf(whole)]).toEqual([201, { coding: null, length: '5000', vary: null }])
    expect(await bodyOf(whole)).toEqual([null, ''])
    const coded = await head(answer('a'.repeat(5000)), { 'accept-encoding': 'gzip' })
    expect(headersOf(coded)).toMatchObject({ coding: 'gzip', vary: 'accept-encoding' })
    expect(Number(headersOf(coded).length)).toBeWithin(10, 100)
  })

  test('and is chunked if the length is not known', async () => {
    for (const [type, sizes] of [
      ['text/plain', [PIECE, 1, 1, 1]],
      ['image/png', [10, 1]],
    ] as const) {
      const { body, seen } = parts(...sizes.map((size) => 'a'.repeat(size)))
      const sent = await head(answer(body, type, type === 'text/plain' ? { 'content-length': '5' } : {}))
      expect([sent.headers.get('transfer-encoding'), sent.headers.get('content-length')]).toEqual(['chunked', null])
      expect([await bodyOf(sent), seen.cancelled]).toEqual([[null, ''], true])
    }
  })

  test('and keeps a stated length', async () => {
    const sent = await head(answer('abc', 'image/png', { 'content-length': '3' }))
    expect([sent.headers.get('content-length'), sent.headers.get('transfer-encoding')]).toEqual(['3', null])
  })

  test('if there was none before', async () => {
    const given = answer(null)
    expect(await head(given)).toBe(given)
  })
})
