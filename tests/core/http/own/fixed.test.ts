import { expect, test } from 'bun:test'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createFixed } from '../../../../core/http/own/fixed.ts'

const text = 'something that is the same for everybody\n'.repeat(2000)
const from = (coding?: string) =>
  new Request('http://localhost/', { headers: coding === undefined ? {} : { 'accept-encoding': coding } })

test('a fixed response is loaded and compressed once, and sent as each client accepts it', async () => {
  let loads = 0
  const fixed = createFixed(async () => {
    loads++
    return text
  })
  const read = async (coding?: string) => {
    const { headers, body } = await fixed(from(coding), { 'content-type': 'text/plain' })
    const bytes = await new Response(body).bytes()
    expect(headers.get('content-length')).toBe(String(bytes.byteLength))
    return { told: ['content-type', 'content-encoding', 'vary'].map((name) => headers.get(name)), bytes }
  }
  const plain = await read()
  expect([plain.told, String(Buffer.from(plain.bytes))]).toEqual([['text/plain', null, null], text])
  expect((await read('identity')).told).toEqual(['text/plain', null, null])
  const gzip = await read('gzip')
  expect([gzip.told, String(gunzipSync(gzip.bytes))]).toEqual([['text/plain', 'gzip', 'accept-encoding'], text])
  const best = await Promise.all([read('gzip, br, zstd'), read('gzip, br, zstd')])
  for (const { told, bytes } of best) expect([told[1], String(zstdDecompressSync(bytes))]).toEqual(['zstd', text])
  expect(loads).toBe(1)
  const picture = await fixed(from('gzip, br'), { 'content-type': 'image/png' })
  expect([picture.headers.get('content-encoding'), await picture.text()]).toEqual([null, text])
})

const type = { 'content-type': 'text/plain' }

test('a fixed response is loaded again after a failure', async () => {
  let loads = 0
  const fixed = createFixed(async () => {
    if (++loads === 1) throw new Error('not there yet')
    return new Uint8Array([1, 2])
  })
  expect(fixed(from('gzip'), type)).rejects.toThrow('not there yet')
  await fixed(from('gzip'), type).catch(() => {})
  expect(await (await fixed(from(), type)).bytes()).toEqual(new Uint8Array([1, 2]))
  expect([...gunzipSync(await (await fixed(from('gzip'), type)).bytes())]).toEqual([1, 2])
})
