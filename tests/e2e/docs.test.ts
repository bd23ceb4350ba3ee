import { afterAll, beforeAll, expect, test } from 'bun:test'
import { runtime } from '../../core/runtime/index.ts'
import type { Listener } from '../../core/runtime/runtime.ts'
import { findChromium } from '../../engines/chromium/find-chromium.ts'
import { browserOf } from '../browsers.ts'
import { type Running, startWeir } from '../weir.ts'

const program = findChromium(undefined, { headlessShell: 'preferred' })
if (!program) console.log('skipped: no Chromium for the test of the documentation page')

let weir: Running
let listener: Listener
beforeAll(async () => {
  if (!program) return
  // The page draws the operations of each plugin in the same way, for which a browser needs most of a minute.
  weir = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight' })
  listener = await runtime.serve({
    hostname: '127.0.0.1',
    port: 0,
    handle: (request, peer) => weir.weir.server.fetch(request, peer),
  })
})
afterAll(async () => {
  listener?.abort()
  await weir?.close()
})

test.skipIf(!program)(
  'Swagger UI sends a request with a key, and loads nothing from elsewhere',
  async () => {
    const page = await (await browserOf('chromium')).newPage()
    // A busy machine takes half a minute to draw all operations.
    page.setDefaultTimeout(60_000)
    const elsewhere: string[] = []
    const complaints: string[] = []
    const own = `http://127.0.0.1:${listener.port}`
    page.on('request', (request) => {
      if (!request.url().startsWith(own) && !request.url().startsWith('data:')) elsewhere.push(request.url())
    })
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(`${own}/docs`)
    await page.click('button.authorize')
    await page.fill('.auth-container input >> nth=0', weir.adminKey)
    await page.click('.auth-container button[type=submit] >> nth=0')
    await page.click('.auth-btn-wrapper button.btn-done >> nth=0')

    const operation = page.locator('[id$="-validateKey"]').first()
    await operation.locator('.opblock-summary-control').first().click()
    await operation.locator('button.execute').click()
    const answer = operation.locator('.live-responses-table .response-col_status').nth(1)
    await answer.waitFor()
    expect(await answer.textContent()).toContain('200')
    expect(await operation.locator('.live-responses-table').textContent()).toContain('"valid": true')
    expect(elsewhere).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  },
  180_000,
)
