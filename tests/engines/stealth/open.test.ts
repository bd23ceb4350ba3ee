import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Attempt, createEgress, type Engine, type Log, type PageRequest } from 'weirjs'
import { openStealth } from '../../../engines/stealth/open.ts'
import { account, rejection } from '../playwright/open-engine.ts'

const challenge = '<title>Just a moment...</title><p>Checking your browser</p><script>window._cf_chl_opt = {}</script>'
let hanging = Promise.withResolvers<void>()
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch({ url }) {
    const { pathname } = new URL(url)
    if (pathname === '/slow') await hanging.promise
    if (pathname === '/moved') return new Response(null, { status: 302, headers: { location: '/page' } })
    if (pathname === '/challenge')
      return new Response(challenge, { status: 403, headers: { 'content-type': 'text/html', server: 'cloudflare' } })
    const status = pathname === '/refused' ? 403 : pathname === '/missing' ? 404 : 200
    return new Response('<p>Page</p>', { status, headers: { 'content-type': 'text/html' } })
  },
})
const broken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: (socket) => void socket.end() } })

const egress = createEgress({ allow: '127.0.0.1' })
const log: Log = { info() {}, warn() {}, error() {}, with: () => log }
let engine: Engine
beforeAll(async () => {
  // This is no browser: requests that need one fail with that reason, which shows that it was tried.
  const config = { path: '/bin/false', sandbox: 'off' as const }
  engine = await openStealth({ config, fetch: egress.fetch, proxy: egress.proxy, log })
})
afterAll(async () => {
  hanging.resolve()
  await engine.close?.()
  await egress.close()
  site.stop(true)
  broken.stop(true)
})
const get = (path: string, more: Partial<PageRequest> = {}, signal = new AbortController().signal) =>
  engine.fetch(
    { url: new URL(path, site.url), timeout: 5000, maxBytes: 10_000, ...more },
    { signal, account: account('a'), priority: 'medium' },
  )
const needsBrowser = { code: 'engine_unavailable' }

describe('a site is visited without a browser first', () => {
  test('and only so if it gives its page', async () => {
    const page = await get('/page')
    expect([new TextDecoder().decode(page.body as Uint8Array), page.status, page.trace]).toEqual([
      '<p>Page</p>',
      200,
      [],
    ])
    expect((await get('/missing')).status).toBe(404)
  })
  test('and its redirects are reported', async () => {
    const [hop] = (await get('/moved')).trace as Attempt[]
    expect(hop).toMatchObject({ engine: 'stealth', status: 302, reason: 'redirect' })
  })
})

describe('a browser is tried', () => {
  test('if the site refuses or doubts such a visitor, drops the connection, or lets it wait', async () => {
    expect(await rejection(get('/refused'))).toMatchObject(needsBrowser)
    expect(await rejection(get('/challenge'))).toMatchObject(needsBrowser)
    expect(await rejection(get(`http://127.0.0.1:${broken.port}/`))).toMatchObject(needsBrowser)
    hanging = Promise.withResolvers<void>()
    expect(await rejection(get('/slow', { timeout: 3000 }))).toMatchObject(needsBrowser)
    hanging.resolve()
  })
  test('if the request needs one', async () => {
    expect(await rejection(get('/page', { javascript: true }))).toMatchObject(needsBrowser)
    expect(await rejection(get('/page', { stealth: 'maximum' }))).toMatchObject(needsBrowser)
  })
})

describe('no browser is tried', () => {
  test('if it would do no better', async () => {
    expect(await rejection(get('http://127.0.0.2:1/'))).toMatchObject({ details: { reason: 'forbidden_address' } })
    expect(await rejection(get('/page', { maxBytes: 3 }))).toMatchObject({ details: { reason: 'too_large' } })
  })
  test('for a caller that has gone', async () => {
    const controller = new AbortController()
    hanging = Promise.withResolvers<void>()
    const gone = get('/slow', {}, controller.signal)
    await Bun.sleep(20)
    controller.abort(new Error('gone'))
    expect(await rejection(gone)).toEqual(new Error('gone'))
    hanging.resolve()
  })
})
