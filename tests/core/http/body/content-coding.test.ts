import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { chooseCoding } from '../../../../core/http/body/content-coding.ts'
import { type Running, startWeir } from '../../../weir.ts'

test.each([
  [null, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['GZIP;Q=0.8, BR;q=0.9', 'br'],
  ['zstd;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['*', 'zstd'],
  ['*;q=0', undefined],
  ['*, zstd;q=0', 'br'],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['deflate', undefined],
  ['gzip;q=2', undefined],
  ['gzip;q=nonsense', undefined],
] as const)('the coding for %p is %p', (accepted, coding) => {
  expect(chooseCoding(accepted)).toBe(coding)
})

test('the coding is found among very many, too', () => {
  expect(chooseCoding(`${'a,'.repeat(5000)}gzip`)).toBe('gzip')
})

describe('a response', () => {
  let weir: Running
  let plain: string
  beforeAll(async () => {
    weir = await startWeir(
      {
        WEIR_PLUGINS: 'account,jobs,./plugins/jobs/fixtures/large.ts',
        WEIR_ENGINES: 'lightweight',
      },
      join(import.meta.dir, '../../..'),
    )
    plain = await ask('/openapi.json').then((answer) => answer.text())
  })
  afterAll(() => weir.close())

  const ask = (path: string, accepted?: string, init: RequestInit = {}) =>
    weir.weir.server.fetch(
      new Request(`http://localhost${path}`, {
        ...init,
        headers: {
          authorization: `Bearer ${weir.adminKey}`,
          'content-type': 'application/json',
          ...(accepted && { 'accept-encoding': accepted }),
        },
      }),
    )
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

  test.each(['gzip', 'br', 'zstd'] as const)(
    'is sent as %s to a client that accepts it, whole and streamed',
    async (coding) => {
      for (const body of [undefined, { name: 'a', texts: 3, characters: 400_000, nested: 5 }]) {
        const send = (accepted?: string) =>
          body
            ? ask('/v1/large/now', accepted, { method: 'POST', body: JSON.stringify(body) })
            : ask('/openapi.json', accepted)
        const answer = await send(coding)
        expect([answer.status, answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
          200,
          coding,
          'accept-encoding',
        ])
        const bytes = new Uint8Array(await answer.arrayBuffer())
        const uncoded = body ? await (await send()).text() : plain
        expect(decoders[coding](bytes).toString() === uncoded).toBe(true)
        expect(bytes.byteLength).toBeLessThan(uncoded.length)
        expect(answer.headers.get('content-length')).toBe(body ? null : String(bytes.byteLength))
      }
    },
  )

  test('of up to 1 KiB, or to a client that accepts no coding, is sent uncompressed', async () => {
    const small = await ask('/v1/auth/validate', 'gzip, br, zstd')
    expect([small.headers.get('content-encoding'), small.headers.get('vary')]).toEqual([null, 'accept-encoding'])
    expect((await small.json()).data.valid).toBe(true)
    const uncoded = await ask('/openapi.json', 'identity')
    expect([uncoded.headers.get('content-encoding'), uncoded.headers.get('vary')]).toEqual([null, 'accept-encoding'])
  })

  test('that is compressed already or is an event stream is not compressed', async () => {
    const icon = await ask('/docs/favicon-32x32.png', 'gzip')
    expect([icon.headers.get('content-encoding'), icon.headers.get('vary')]).toEqual([null, null])
    const { data } = await (
      await ask('/v1/large', undefined, {
        method: 'POST',
        body: JSON.stringify({ items: [{ name: 'a', texts: 1, characters: 10, nested: 0 }] }),
      })
    ).json()
    const stream = await ask(`/v1/jobs/${data.jobId}/stream`, 'gzip')
    expect([stream.headers.get('content-type'), stream.headers.get('content-encoding')]).toEqual([
      'text/event-stream',
      null,
    ])
    await stream.body!.cancel()
  })

  test('that is cancelled while it is compressed is not serialized further', async () => {
    const body = JSON.stringify({ name: 'a', texts: 6, characters: 1_000_000, nested: 0 })
    const answer = await ask('/v1/large/now', 'zstd', { method: 'POST', body })
    const reader = answer.body!.getReader()
    expect((await reader.read()).done).toBe(false)
    await reader.cancel()
    const unread = await ask('/v1/large/now', 'br', { method: 'POST', body })
    await unread.body!.cancel()
    expect((await ask('/health')).status).toBe(200)
  })

  test('over 64 MiB is refused, with advice', async () => {
    const answer = await ask('/v1/large/now', undefined, {
      method: 'POST',
      body: JSON.stringify({ name: 'a'.repeat(100_000), texts: 1, characters: 1, nested: 680 }),
    })
    expect([answer.status, (await answer.json()).error.details]).toEqual([
      500,
      { reason: 'too_large', maximum: 67_108_864 },
    ])
  }, 120_000)
})
