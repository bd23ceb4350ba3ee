import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { runtime } from '../../core/runtime/index.ts'
import type { Listener } from '../../core/runtime/runtime.ts'
import { findChromium } from '../../engines/chromium/find-chromium.ts'
import { browserOf } from '../browsers.ts'
import { type Running, startWeir } from '../weir.ts'

const program = findChromium(undefined, { headlessShell: 'preferred' })
if (!program) console.log('skipped: no Chromium for the test of the documentation page')

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** The rules for the parts that Weir controls; how Swagger UI nests its controls is left out. */
const rules = ['button-name', 'color-contrast', 'label', 'scrollable-region-focusable', 'select-name']
/**
 * One operation with parameters and a body, and a deprecated one. The rest stay closed, as they have the same parts.
 */
const opened = ['createApiKey', 'startBatch']

let weir: Running
let listener: Listener
beforeAll(async () => {
  if (!program) return
  // The page draws the operations of each plugin in the same way, for which a browser needs most of a minute.
  weir = await startWeir({ WEIR_PLUGINS: 'account,scrape,batch', WEIR_ENGINES: 'lightweight' })
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

async function audit(page: Page, part = 'body'): Promise<string[]> {
  const { violations } = await page.evaluate(
    ([part, values]) =>
      (globalThis as unknown as { axe: { run(part: string, options: object): Promise<AxeResults> } }).axe.run(part, {
        runOnly: { type: 'rule', values },
        // What axe would fetch the policy of the page does not allow.
        preload: false,
      }),
    [part, rules] as const,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`))
}

// One test, as the page takes a browser seconds to draw.
test.skipIf(!program)(
  'Swagger UI has labels and legible colours, sends a request with a key, and loads nothing from elsewhere',
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
    // Evaluated from outside, since the page's policy does not allow other scripts.
    await page.evaluate(await Bun.file(axe).text())
    await page.click('button.authorize')
    await page.waitForSelector('.modal-ux')
    expect(await audit(page, '.modal-ux')).toEqual([])
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
    // Each open operation is drawn again with whatever else is done.
    await operation.locator('.opblock-summary-control').first().click()
    for (const operation of opened) {
      await page.click(`[id$="-${operation}"] .opblock-summary-control`)
      await page.waitForSelector(`[id$="-${operation}"] .opblock-body`)
    }
    expect(await audit(page)).toEqual([])
    expect(elsewhere).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  },
  180_000,
)
