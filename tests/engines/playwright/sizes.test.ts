import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { EngineDefinition, PageRequest } from 'weirjs'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { screenshotSize } from '../../../engines/playwright/page/screenshot.ts'
import stealth from '../../../engines/stealth/index.ts'
import { installed } from '../installed.ts'
import { type OpenEngine, openEngine, rejection } from './open-engine.ts'

const PATIENCE = 120_000
const html = (body: string) =>
  new Response(`<!doctype html><title>Page</title>${body}`, { headers: { 'content-type': 'text/html' } })
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/grows') return html('<script>document.write("<p>" + "a".repeat(30e6))</script>')
    if (pathname === '/wide') return html('<div style="width: 90000px; height: 90000px">wide</div>')
    if (pathname === '/long') return html('<p style="break-after: page">page</p>'.repeat(300))
    return html('<p>PLAINMARK</p>')
  },
})
afterAll(() => site.stop(true))
const at = (path: string) => new URL(path, site.url)

/** Width and height as a PNG says them. Source: PNG specification, section 11.2.2. */
const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

const kinds: [name: string, definition: EngineDefinition, more: Partial<PageRequest>][] = [
  ['browser_a', chromium, {}],
  ['browser_b', firefox, {}],
  ['stealth', stealth, { stealth: 'advanced' }],
]

for (const [name, definition, more] of kinds)
  describe.skipIf(!(await installed(definition)))(`engine ${name}`, () => {
    let open: OpenEngine
    beforeAll(async () => {
      open = await openEngine(definition, { allow: `127.0.0.1:${site.port}` })
    })
    afterAll(() => open.close(), 120_000)

    test(
      'gives a result of a script of up to a million characters, and refuses a longer one before it is sent over',
      async () => {
        const fits = await open.get(at('/'), { ...more, executeJS: '"a".repeat(1024 * 1024 - 2)' })
        expect((fits.script as string).length).toBe(1024 * 1024 - 2)
        const before = process.memoryUsage.rss()
        const executeJS = '"a".repeat(100e6)'
        expect(await rejection(open.get(at('/'), { ...more, executeJS }))).toMatchObject({
          code: 'invalid_options',
          details: { parameter: 'executeJS', reason: expect.stringContaining('100000002 characters') },
        })
        const actions = [{ type: 'executeJavascript' as const, value: executeJS }]
        expect(await rejection(open.get(at('/'), { ...more, actions }))).toMatchObject({
          code: 'invalid_actions',
          details: { index: 0, reason: expect.stringContaining('100000002 characters') },
        })
        const failing = 'throw new Error("a".repeat(100e6))'
        expect(await rejection(open.get(at('/'), { ...more, executeJS: failing }))).toMatchObject({
          code: 'invalid_options',
          details: { reason: 'it threw something very long' },
        })
        expect(process.memoryUsage.rss() - before).toBeLessThan(150e6)
      },
      PATIENCE,
    )

    test(
      'refuses a page that scripts have made too large before it is sent over',
      async () => {
        const before = process.memoryUsage.rss()
        const tooLarge = { code: 'scraping_failed', details: { reason: 'too_large' } }
        expect(
          await rejection(open.get(at('/grows'), { ...more, maxBytes: 5_000_000, timeout: PATIENCE })),
        ).toMatchObject(tooLarge)
        expect(process.memoryUsage.rss() - before).toBeLessThan(60e6)
      },
      PATIENCE,
    )

    test(
      'draws and prints no more of a page than fits',
      async () => {
        const { screenshot } = await open.get(at('/wide'), { ...more, screenshot: 'fullpage' })
        const [width = 0, height = 0] = sizeOf(screenshot!)
        expect(width).toBeLessThanOrEqual(16_384)
        expect(width * height).toBeLessThanOrEqual(32 * 1024 * 1024)
        const { pdf } = await open.get(at('/long'), { ...more, pdf: true })
        const pages =
          Buffer.from(pdf!)
            .toString('latin1')
            .match(/\/Type\s*\/Page\b/g)?.length ?? 0
        expect(pages).toBeLessThanOrEqual(200)
      },
      PATIENCE,
    )
  })

test('a page that lies about its size gets a picture all the same', () => {
  const lies = [Number.NaN, Number.POSITIVE_INFINITY, -5, 0, 1e300]
  for (const width of lies)
    for (const height of lies)
      for (const ratio of [1, 2.625, 0, Number.NaN]) {
        const size = screenshotSize({ width, height, ratio })
        expect(size.width).toBeWithin(1, 163_841)
        expect(size.height).toBeWithin(1, 163_841)
        expect(size.width * size.height * Math.max(ratio || 0.1, 0.1) ** 2).toBeLessThanOrEqual(32 * 1024 * 1024)
      }
  expect(screenshotSize({ width: 1280, height: 5000, ratio: 1 })).toEqual({ width: 1280, height: 5000 })
})
