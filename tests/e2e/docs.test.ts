import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { runtime } from '../../core/runtime/index.ts'
import type { Listener } from '../../core/runtime/runtime.ts'
import { type Running, startWeir } from '../weir.ts'

const program = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => Bun.which(name))
  .find((path) => path && existsSync(path))
if (!program) console.log('skipped: no Chromium for the test of the documentation page')

let weir: Running
let listener: Listener
let browser: Browser
beforeAll(async () => {
  if (!program) return
  weir = await startWeir()
  listener = await runtime.serve({
    hostname: '127.0.0.1',
    port: 0,
    handle: (request, peer) => weir.weir.server.fetch(request, peer),
  })
  browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
})
afterAll(async () => {
  await browser?.close()
  listener?.abort()
  await weir?.close()
})

test.skipIf(!program)(
  'Swagger UI sends a request with a key, and loads nothing from elsewhere',
  async () => {
    const page = await browser.newPage()
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
  },
  60_000,
)
