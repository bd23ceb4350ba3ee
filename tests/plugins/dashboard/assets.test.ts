import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { type Running, startWeir } from '../../weir.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_PLUGINS: 'dashboard', WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
})

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  weir.weir.server.fetch(new Request(`http://localhost${path}`, { method, headers }))
const assetsOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/dashboard\/assets\/[^"]+)"/g)].map(([, at]) => at!)

describe('the document', () => {
  test('is served for every page, and for the root of the service', async () => {
    for (const path of ['/dashboard', '/dashboard/', '/dashboard/jobs/job_1']) {
      const response = await ask(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(await response.text()).toContain('<div id="app">')
    }
    const { status, headers } = await ask('/', { accept: 'text/html' })
    expect([status, headers.get('location')]).toEqual([302, '/dashboard'])
  })

  test('has a policy without exceptions that allows nothing from elsewhere', async () => {
    const { headers, ...response } = await ask('/dashboard').then(async (it) => ({
      headers: it.headers,
      text: await it.text(),
    }))
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy.split('; ')).toContain(rule)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(response.text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|https?:\/\/(?!www\.w3\.org)/)
  })

  test('is revalidated by its ETag', async () => {
    const first = await ask('/dashboard')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[0-9a-f]+"$/)
    const again = await ask('/dashboard/usage', { 'if-none-match': `"other", W/${tag}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await ask('/dashboard', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('has another ETag if anything in it changes, not only the names of files', async () => {
    const document = await ask('/dashboard')
    const hash = createHash('sha256')
      .update(await document.text())
      .digest('hex')
    expect(document.headers.get('etag')).toBe(`"${hash.slice(0, 20)}"`)
  })
})

describe('files', () => {
  test('have the hash of their content in the name, are cached forever, and are compressed', async () => {
    const paths = assetsOf(await (await ask('/dashboard')).text())
    expect(paths.length).toBeGreaterThanOrEqual(3)
    for (const path of paths) {
      const plain = await ask(path)
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(plain.headers.get('x-content-type-options')).toBe('nosniff')
      expect(plain.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/)
      expect(plain.headers.get('content-encoding')).toBeNull()
      const coded = await ask(path, { 'accept-encoding': 'gzip, br;q=0.9' })
      expect([coded.headers.get('content-encoding'), coded.headers.get('vary')]).toEqual(['br', 'accept-encoding'])
      const bytes = new Uint8Array(await coded.arrayBuffer())
      expect(brotliDecompressSync(bytes).equals(new Uint8Array(await plain.arrayBuffer()))).toBe(true)
      expect((await ask(path, { 'accept-encoding': 'br;q=0' })).headers.get('content-encoding')).toBeNull()
    }
  })

  test('of the first view are small', async () => {
    const document = await ask('/dashboard', { 'accept-encoding': 'br' })
    let bytes = (await document.clone().arrayBuffer()).byteLength
    const html = new TextDecoder().decode(brotliOrPlain(document, new Uint8Array(await document.arrayBuffer())))
    for (const path of assetsOf(html))
      bytes += (await (await ask(path, { 'accept-encoding': 'br' })).arrayBuffer()).byteLength
    expect(bytes).toBeLessThan(60 * 1024)
  })

  test('that do not exist are 404, whatever their name', async () => {
    for (const name of ['none.js', '..%2f..%2fpackage.json', 'main.tsx', '%00', 'manifest.json'])
      expect((await ask(`/dashboard/assets/${name}`)).status).toBe(404)
  })
})

const brotliOrPlain = ({ headers }: Response, bytes: Uint8Array<ArrayBuffer>) =>
  headers.get('content-encoding') === 'br' ? brotliDecompressSync(bytes) : bytes
