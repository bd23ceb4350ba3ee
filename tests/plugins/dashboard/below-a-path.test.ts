import { afterAll, beforeAll, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { type Dashboard, PATIENCE, startDashboard } from './browser.ts'

const test = await testIn('chromium')

const BEFORE = '/weir'
/** The requests of browsers to the proxy's host outside of the service's path. */
const astray: string[] = []
let dashboard: Dashboard
const page = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response('<title>Kettles</title><h1>Kettles</h1>', { headers: { 'content-type': 'text/html' } }),
})
/** A proxy that serves the service below a path, which it removes. */
const proxy = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 60,
  async fetch(request) {
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith(`${BEFORE}/`)) {
      astray.push(pathname)
      return new Response('Another site', { status: 404 })
    }
    const { method, headers } = request
    const body = method === 'GET' ? undefined : await request.arrayBuffer()
    const to = `${dashboard.origin}${pathname.slice(BEFORE.length)}${search}`
    return fetch(to, { method, headers, body, redirect: 'manual', decompress: false })
  },
})
beforeAll(async () => {
  dashboard = await startDashboard({
    // The documentation of all plugins takes long to draw.
    WEIR_PLUGINS: 'dashboard,scrape',
    WEIR_ENGINES: 'lightweight',
    WEIR_PUBLIC_URL: `${proxy.url.origin}${BEFORE}`,
  })
}, PATIENCE)
afterAll(async () => {
  await dashboard.close()
  await Promise.all([proxy.stop(true), page.stop(true)])
}, PATIENCE)

test(
  'behind a proxy that serves it below a path, the whole dashboard stays below that path',
  async () => {
    const visit = await dashboard.visit()
    const address = `${proxy.url.origin}${BEFORE}`
    await visit.page.goto(`${address}/`)
    expect(visit.page.url()).toBe(`${address}/dashboard`)
    await visit.page.getByLabel('E-mail').fill('admin@example.com')
    await visit.page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await visit.page.getByRole('button', { name: 'Sign in' }).click()
    await visit.page.getByRole('link', { name: 'Playground' }).first().click()
    await visit.page.getByLabel('URL', { exact: true }).fill(page.url.href)
    await visit.page.keyboard.press('Enter')
    await visit.page.getByText('Answered in').waitFor()
    expect(await visit.page.frameLocator('iframe.sandbox').locator('h1').textContent()).toBe('Kettles')
    expect(visit.page.url()).toStartWith(`${address}/dashboard/playground`)
    // A page that is reloaded at a deeper address finds its files too.
    await visit.page.reload()
    await visit.page.getByLabel('URL', { exact: true }).waitFor()
    const opened = visit.context.waitForEvent('page')
    await visit.page.keyboard.press('Control+k')
    await visit.page.keyboard.type('API documentation')
    await visit.page.keyboard.press('Enter')
    const docs = await opened
    await docs.locator('.opblock').first().waitFor()
    expect(docs.url()).toBe(`${address}/docs`)
    expect([visit.complaints, astray]).toEqual([[], []])
    await visit.close()
  },
  PATIENCE * 3,
)

test(
  'the link of a first start signs in below the path too',
  async () => {
    const visit = await dashboard.visit()
    const address = `${proxy.url.origin}${BEFORE}`
    await visit.page.goto(`${address}${await dashboard.weir.weir.opening()}`)
    await visit.page.getByRole('link', { name: 'Playground' }).first().waitFor()
    expect([visit.page.url(), visit.complaints, astray]).toEqual([`${address}/dashboard`, [], []])
    await visit.close()
  },
  PATIENCE * 3,
)
