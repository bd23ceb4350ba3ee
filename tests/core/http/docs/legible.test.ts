import { afterAll, beforeAll, expect } from 'bun:test'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { runtime } from '../../../../core/runtime/index.ts'
import type { Listener } from '../../../../core/runtime/runtime.ts'
import { browserOf, testIn } from '../../../browsers.ts'
import { type Running, startWeir } from '../../../weir.ts'

const test = await testIn('chromium')

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** The rules for the parts that Weir controls; how Swagger UI nests its controls is left out. */
const rules = ['button-name', 'color-contrast', 'label', 'scrollable-region-focusable', 'select-name']
/**
 * One operation with parameters and a body, and a deprecated one. The rest stay closed, as they have the same parts,
 * and those of most plugins are left out, as the page takes longest to draw them.
 */
const opened = ['createApiKey', 'startBatch']

let weir: Running
let listener: Listener
beforeAll(async () => {
  weir = await startWeir({ WEIR_PLUGINS: 'scrape,batch', WEIR_ENGINES: 'lightweight' })
  listener = await runtime.serve({ hostname: '127.0.0.1', port: 0, handle: weir.weir.server.fetch })
}, 120_000)
afterAll(async () => {
  listener.abort()
  await weir.close()
})

async function audit(page: Page, part = 'body'): Promise<string[]> {
  const { violations } = await page.evaluate(
    ([part, values]) =>
      (globalThis as unknown as { axe: { run(part: string, options: object): Promise<AxeResults> } }).axe.run(part, {
        runOnly: { type: 'rule', values },
      }),
    [part, rules] as const,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`))
}

test('the documentation has labels for its fields and legible colours', async () => {
  const context = await (await browserOf('chromium')).newContext({ bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${listener.port}/docs`)
  for (const operation of opened) {
    await page.click(`[id$="-${operation}"] .opblock-summary-control`)
    await page.waitForSelector(`[id$="-${operation}"] .opblock-body`)
  }
  await page.addScriptTag({ path: axe })
  expect(await audit(page)).toEqual([])
  await page.click('.btn.authorize')
  await page.waitForSelector('.modal-ux')
  expect(await audit(page, '.modal-ux')).toEqual([])
  await context.close()
}, 120_000)
