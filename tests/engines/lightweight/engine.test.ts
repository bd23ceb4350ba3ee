import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createEgress, type Egress, type Engine, type PageRequest } from 'weirjs'
import lightweight from 'weirjs/engines/lightweight'
import { engineConformance } from 'weirjs/testing'
import { acceptLanguage } from '../../../engines/lightweight/accept-language.ts'

describe('engine lightweight', () => engineConformance(lightweight))

describe('a request of the lightweight engine', () => {
  let server: Bun.Server<undefined>
  let egress: Egress
  let engine: Engine
  beforeAll(async () => {
    server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ headers, url }) =>
        url.endsWith('/moved')
          ? new Response(null, { status: 302, headers: { location: '/', 'cache-control': 'private' } })
          : Response.json(Object.fromEntries(headers)),
    })
    egress = createEgress({ allow: '127.0.0.1' })
    const log = { info() {}, warn() {}, error() {}, with: () => log }
    engine = await lightweight.open({ config: {}, fetch: egress.fetch, log, proxy: egress.proxy })
  })
  afterAll(async () => {
    await egress.close()
    server.stop(true)
  })
  const account = { id: 'usr_1', email: 'a@example.com', plan: 'free', role: 'user' } as const
  const get = (path: string, more: Partial<PageRequest> = {}) => {
    const url = new URL(`http://127.0.0.1:${server.port}${path}`)
    const request = { url, timeout: 5000, maxBytes: 1_000_000, ...more }
    return engine.fetch(request, { signal: new AbortController().signal, account, priority: 'medium' })
  }
  const echo = async (more: Partial<PageRequest> = {}): Promise<Record<string, string>> => {
    const { body } = await get('/', more)
    return JSON.parse(new TextDecoder().decode(body as Uint8Array))
  }

  test('reports the headers of redirects, as one may be for this caller alone', async () => {
    const { redirectHeaders, url } = await get('/moved')
    expect(url.pathname).toBe('/')
    expect(redirectHeaders?.map((headers) => headers.get('cache-control'))).toEqual(['private'])
  })

  test('supports nothing that needs a browser', async () => {
    const page = await get('/', {
      ...{ javascript: true, executeJS: '6 * 7', screenshot: 'fullpage', pdf: true },
      actions: [{ type: 'wait', milliseconds: 1 }],
    })
    for (const result of ['script', 'actions', 'screenshot', 'pdf']) expect(page).not.toHaveProperty(result)
  })

  test('has the headers of a browser, under a user agent of its own', async () => {
    expect(await echo()).toMatchObject({
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'accept-language': 'en-US,en;q=0.9',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'user-agent': 'Mozilla/5.0 (compatible; Weir/0.1)',
    })
  })

  test('has a mobile user agent for a mobile page, unless the caller sets one', async () => {
    const agent = 'Mozilla/5.0 (Linux; Android 10; Mobile; compatible; Weir/0.1)'
    expect(await echo({ mobile: true })).toMatchObject({ 'user-agent': agent })
    expect(await echo({ mobile: true, userAgent: 'Probe/1' })).toMatchObject({ 'user-agent': 'Probe/1' })
    const headers = new Headers({ 'user-agent': 'Probe/2' })
    expect(await echo({ mobile: true, headers })).toMatchObject({ 'user-agent': 'Probe/2' })
  })

  test('leaves the headers of the caller as they are', async () => {
    const headers = {
      accept: 'application/json',
      'accept-language': 'fr',
      'user-agent': 'Probe/1',
      authorization: 'Digest x',
    }
    expect(await echo({ headers: new Headers(headers), location: { country: 'DE' } })).toMatchObject(headers)
  })

  test('prefers the authentication option to an Authorization header', async () => {
    const headers = new Headers({ authorization: 'Digest x' })
    expect((await echo({ headers, authentication: { type: 'bearer', token: 'abc' } })).authorization).toBe('Bearer abc')
  })

  test('refuses values that cannot be sent in a header, and names the parameter without its value', async () => {
    const bad: [parameter: string, more: Partial<PageRequest>][] = [
      ['userAgent', { userAgent: 'a\r\nx-smuggled: secret' }],
      ['userAgent', { userAgent: 'secret \u{1f600}' }],
      ['authentication', { authentication: { type: 'bearer', token: 'a\nsecret' } }],
      ['location.languages', { location: { languages: ['de\r\nsecret'] } }],
      ['location.languages', { location: { languages: ['secret'] } }],
      ['location.country', { location: { country: 'secret' } }],
    ]
    for (const [parameter, more] of bad) {
      const error = await echo(more).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ status: 400, code: 'invalid_options', details: { parameter } })
      expect(JSON.stringify(error) + (error as Error).message).not.toContain('secret')
    }
  })
})

test('Accept-Language follows the languages, or otherwise the country', () => {
  expect(acceptLanguage({ languages: ['de-DE'], country: 'FR' })).toBe('de-DE,de;q=0.9')
  expect(acceptLanguage({ languages: ['de-at', 'en', 'fr-CA'] })).toBe('de-AT,de;q=0.9,en;q=0.8,fr-CA;q=0.7,fr;q=0.6')
  expect(acceptLanguage({ languages: [], country: 'JP' })).toBe('ja-JP,ja;q=0.9')
  expect(acceptLanguage({ country: 'CH' })).toBe('de-CH,de;q=0.9')
  expect(acceptLanguage()).toBe('en-US,en;q=0.9')
  const many = Array.from({ length: 12 }, (_, i) => `e${String.fromCharCode(97 + i)}`)
  expect(acceptLanguage({ languages: many })).toEndWith('ek;q=0.1,el;q=0.1')
})
