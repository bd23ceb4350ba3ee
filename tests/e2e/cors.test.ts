import { afterAll, beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { runtime } from '../../core/runtime/index.ts'
import type { Listener } from '../../core/runtime/runtime.ts'
import { browserOf, testIn } from '../browsers.ts'
import { type Running, startWeir } from '../weir.ts'

const test = await testIn('chromium')

const site = () =>
  Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('<title>App</title>', { headers: { 'content-type': 'text/html' } }),
  })
const [named, other] = [site(), site()]
let weir: Running
let listener: Listener
let origin: string
beforeAll(async () => {
  weir = await startWeir({
    WEIR_ENGINES: 'lightweight',
    WEIR_PLUGINS: 'scrape,map,extract,search,crawl,firecrawl,mcp',
    WEIR_CORS_ORIGINS: named.url.origin,
  })
  listener = await runtime.serve({
    hostname: '127.0.0.1',
    port: 0,
    handle: (request, peer) => weir.weir.server.fetch(request, peer),
  })
  origin = `http://127.0.0.1:${listener.port}`
})
afterAll(async () => {
  listener.abort()
  await weir.close()
  await Promise.all([named.stop(true), other.stop(true)])
})

/** What a script of the page gets: the status and headers of the response, or a refusal by the browser. */
const call = (page: Page, path: string, body: object, headers: Record<string, string>) =>
  page.evaluate(
    async ([url, body, headers]) => {
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      try {
        const answer = await fetch(url, init)
        return [answer.status, answer.headers.has('x-request-id'), answer.headers.has('mcp-session-id')]
      } catch {
        return 'refused by the browser'
      }
    },
    [`${origin}${path}`, body, headers] as const,
  )

test('a page of an allowed origin calls what programs may call, with the headers of its client', async () => {
  const context = await (await browserOf('chromium')).newContext()
  const page = await context.newPage()
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } },
  }
  const headers = { authorization: `Bearer ${weir.adminKey}`, 'content-type': 'application/json' }
  const ours = { ...headers, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
  const calls = async () => [
    await call(page, '/v1/scrape', { url: other.url.href }, headers),
    await call(page, '/v2/scrape', { url: other.url.href }, { ...headers, 'x-client': 'firecrawl' }),
    await call(page, '/mcp', initialize, ours),
  ]
  await page.goto(named.url.href)
  expect(await calls()).toEqual([
    [200, true, false],
    [200, true, false],
    [200, true, true],
  ])
  await page.goto(other.url.href)
  expect(await calls()).toEqual(Array(3).fill('refused by the browser'))
  await context.close()
}, 120_000)
