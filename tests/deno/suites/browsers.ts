import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { type Served, serve } from '../../conformance/serve.ts'
import { installed } from '../../engines/installed.ts'
import { type OpenEngine, openEngine, rejection } from '../../engines/playwright/open-engine.ts'

// What is between Weir and a browser is another protocol in each, by other pipes of this runtime; what engines make
// of it their own suites tell. In one suite: suites are threads of one process, which would each take the other's
// folder for one of an earlier process of the same number.
for (const definition of [chromium, firefox])
  describe.skipIf(!(await installed(definition)))(`engine ${definition.name}`, () => {
    let site: Served
    let engine: OpenEngine
    beforeAll(async () => {
      site = await serve(async ({ url }) => {
        if (url.endsWith('/never')) await new Promise(() => {})
        return new Response('<button onclick="body.append(`CLICKED`)">A</button>', {
          headers: { 'content-type': 'text/html' },
        })
      })
      engine = await openEngine(definition, { allow: `127.0.0.1:${site.port}` })
    })
    afterAll(async () => {
      await engine.close()
      site.stop()
    })
    const get: OpenEngine['get'] = (path, more) => engine.get(`http://127.0.0.1:${site.port}${path}`, more)

    test('acts on a page, runs a script in it, draws it and prints it', async () => {
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

    test('is refused where it leads within', async () => {
      const url = 'http://10.0.0.1/'
      expect(await rejection(engine.get(url))).toMatchObject({ details: { reason: 'forbidden_address' } })
    }, 90_000)

    test('ends a page in time, and gives the next one', async () => {
      expect(await rejection(get('/never', { timeout: 1000 }))).toMatchObject({ name: 'TimeoutError' })
      expect((await get('/')).status).toBe(200)
    }, 90_000)
  })
