import { afterAll, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineDefinition, PageRequest } from 'weirjs'
import stealth from '../../../../engines/stealth/index.ts'
import { type OpenEngine, rejection } from '../open-engine.ts'
import { greedyPages } from './greedy-pages.ts'

const MiB = 1024 ** 2
/** The time limit in milliseconds of such a page on a busy machine. */
const TIME = 120_000
const html = (body: string) =>
  new Response(`<!doctype html><title>Page</title>${body}`, { headers: { 'content-type': 'text/html' } })

/** Looks at the progress of a page: called when the page requests it. */
let look = () => {}
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/look') look()
    return html(greedyPages[pathname] ?? '')
  },
})
afterAll(() => site.stop(true))
const at = (path: string) => new URL(path, site.url)

/** Bytes of the files that the browsers of this process have written. */
function written(folder: string): number {
  let bytes = 0
  // Files come and go.
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.blocks ?? 0
  return bytes * 512
}
const allWritten = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`weir-browser-${process.pid}-`))
    .reduce((sum, name) => sum + written(join(tmpdir(), name)), 0)

/** Width and height from the header of a PNG. Source: PNG specification, section 11.2.2. */
const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

/** Bytes of this process, after garbage collection. */
const memory = () => {
  Bun.gc(true)
  return process.memoryUsage.rss()
}

/** The site that the engine must be allowed to reach. */
export const greedyHost = site.url.host

/** A page takes no more than it may. */
export function greedySuite(definition: EngineDefinition, open: () => OpenEngine): void {
  const more: Partial<PageRequest> = definition === stealth ? { stealth: 'advanced' } : {}

  test('cannot fill the disk', async () => {
    let most = 0
    look = () => {
      most = allWritten()
    }
    const { text } = await open().get(at('/fills'), { ...more, waitForSelector: '#out:not(:empty)', timeout: TIME })
    expect(text).toContain('FILLED')
    expect(most / MiB).toBeLessThan(110)
  }, 240_000)

  test('does not fill the memory of this process by the console', async () => {
    const before = memory()
    let most = before
    look = () => {
      most = Math.max(most, memory())
    }
    const { text } = await open().get(at('/says'), { ...more, waitForSelector: '#out:not(:empty)', timeout: TIME })
    expect(text).toContain('SAID')
    // The page writes 48 million characters.
    expect((most - before) / MiB).toBeLessThan(30)
  }, 240_000)

  test(
    'gives a script result of up to a million characters, and refuses a longer one before it is transferred',
    async () => {
      const fits = await open().get(at('/'), { ...more, executeJS: '"a".repeat(1024 * 1024 - 2)' })
      expect((fits.script as string).length).toBe(1024 * 1024 - 2)
      const before = memory()
      const executeJS = '"a".repeat(20e6)'
      expect(await rejection(open().get(at('/'), { ...more, executeJS }))).toMatchObject({
        code: 'invalid_options',
        details: { parameter: 'executeJS', reason: expect.stringContaining('20000002 characters') },
      })
      const actions = [{ type: 'executeJavascript' as const, value: executeJS }]
      expect(await rejection(open().get(at('/'), { ...more, actions }))).toMatchObject({
        code: 'invalid_actions',
        details: { index: 0, reason: expect.stringContaining('20000002 characters') },
      })
      const failing = 'throw new Error("a".repeat(20e6))'
      expect(await rejection(open().get(at('/'), { ...more, executeJS: failing }))).toMatchObject({
        code: 'invalid_options',
        details: { reason: 'it threw something very long' },
      })
      expect(memory() - before).toBeLessThan(30e6)
    },
    TIME,
  )

  test(
    'refuses a page that scripts have made too large before it is transferred',
    async () => {
      const before = memory()
      const tooLarge = { code: 'scraping_failed', details: { reason: 'too_large' } }
      expect(await rejection(open().get(at('/grows'), { ...more, maxBytes: 5_000_000, timeout: TIME }))).toMatchObject(
        tooLarge,
      )
      expect(memory() - before).toBeLessThan(30e6)
    },
    TIME,
  )

  // Both engines with Chromium draw by the same code.
  test.skipIf(definition === stealth)(
    'draws and prints only the part of a page that fits, and reports that',
    async () => {
      const wide = await open().get(at('/wide'), { ...more, screenshot: 'fullpage' })
      const [width = 0, height = 0] = sizeOf(wide.screenshot!)
      expect(width).toBeLessThanOrEqual(16_384)
      expect(width * height).toBeLessThanOrEqual(32 * 1024 * 1024)
      expect(wide.warnings).toEqual(['The screenshot was cut: the page is larger than a screenshot may be'])
      const long = await open().get(at('/long'), { ...more, screenshot: 'viewport', pdf: true })
      const pages =
        Buffer.from(long.pdf!)
          .toString('latin1')
          .match(/\/Type\s*\/Page\b/g)?.length ?? 0
      expect(pages).toBeLessThanOrEqual(200)
      expect(long.warnings).toEqual(['The PDF ends with page 200, the last that is printed'])
      expect((await open().get(at('/'), { ...more, screenshot: 'fullpage', pdf: true })).warnings).toEqual([])
    },
    TIME,
  )

  test.skipIf(definition === stealth)(
    'may have frames',
    async () => {
      expect((await open().get(at('/few'), { ...more, timeout: TIME })).text).toContain('<iframe')
    },
    240_000,
  )
}
