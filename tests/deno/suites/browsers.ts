import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { engineConformance } from 'weirjs/testing'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { type Served, serve } from '../../conformance/serve.ts'
import { installed } from '../../engines/installed.ts'
import { type OpenEngine, openEngine, rejection } from '../../engines/playwright/open-engine.ts'

// Both in one suite: suites are threads of one process, and each would take the folder of the other for one that an
// earlier process with the same id has left.
describe.skipIf(!(await installed(chromium)))('engine browser_a', () =>
  engineConformance(chromium, { config: { sandbox: 'on' } }),
)

/** A different protocol connects Weir to the browser than for Chromium; the rest is the same. */
describe.skipIf(!(await installed(firefox)))('engine browser_b', () => {
  let site: Served
  let engine: OpenEngine
  beforeAll(async () => {
    site = await serve(async ({ url }) => {
      if (url.endsWith('/never')) await new Promise(() => {})
      return new Response('<button onclick="body.append(`CLICKED`)">A</button>', {
        headers: { 'content-type': 'text/html' },
      })
    })
    engine = await openEngine(firefox, { allow: `127.0.0.1:${site.port}` })
  })
  afterAll(async () => {
    await engine.close()
    site.stop()
  })
  const get: OpenEngine['get'] = (path, more) => engine.get(`http://127.0.0.1:${site.port}${path}`, more)

  test('performs actions on a page, runs a script in it, takes a screenshot and prints it', async () => {
    const page = await get('/', {
      actions: [{ type: 'click', selector: 'button' }],
      executeJS: 'innerWidth',
      viewport: { width: 812, height: 613 },
      screenshot: 'viewport',
      pdf: true,
    })
    expect([page.status, page.text, page.script]).toEqual([200, expect.stringContaining('CLICKED'), 812])
    expect(Buffer.from(page.screenshot!).toString('latin1', 1, 4)).toBe('PNG')
    expect(Buffer.from(page.pdf!).toString('latin1', 0, 5)).toBe('%PDF-')
  }, 90_000)

  test('ends a page at its timeout, and gives the next one', async () => {
    expect(await rejection(get('/never', { timeout: 1000 }))).toMatchObject({ name: 'TimeoutError' })
    expect((await get('/')).status).toBe(200)
  }, 90_000)
})
