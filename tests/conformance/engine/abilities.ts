import { describe, expect } from 'bun:test'
import type { EngineDefinition, PageRequest } from 'weirjs'
import { type EngineSite, startForwardProxy } from '../engine-site.ts'
import { type ReadPage, rejection } from './reading.ts'

interface EngineSuite {
  supports: EngineDefinition['supports']
  site(): EngineSite
  get(url: string, more?: Partial<PageRequest>): Promise<ReadPage>
  check(name: string, run: () => Promise<void>): void
}

const headOf = (image?: Uint8Array) => Buffer.from(image?.subarray(0, 12) ?? []).toString('latin1')
const isImage = (image?: Uint8Array) => /^\x89PNG|^\xff\xd8\xff|^RIFF....WEBP/s.test(headOf(image))
/** The height of a PNG in device pixels. */
const heightOf = (image: Uint8Array) =>
  headOf(image).startsWith('\x89PNG') ? Buffer.from(image).readUInt32BE(20) : undefined

/** The tests for the capabilities that an engine declares in `supports`. */
export function abilityConformance({ supports, site, get, check }: EngineSuite): void {
  if (supports.proxy)
    describe('a proxy', () => {
      check('is what the page goes through', async () => {
        const proxy = await startForwardProxy()
        try {
          expect((await get(site().url('/page'), { proxy: { url: proxy.url } })).text).toContain('PAGEMARK')
          expect(new Set(proxy.targets)).toEqual(new Set([new URL(site().url('/')).host]))
        } finally {
          proxy.stop()
        }
      })
    })

  if (supports.javascript)
    describe('a script', () => {
      check('of the page runs, in the viewport that was asked for', async () => {
        const viewport = { width: 812, height: 613 }
        expect((await get(site().url('/client'), { javascript: true, viewport })).text).toContain('WIDTH=812')
      })
      check('of the caller runs on the page', async () => {
        const page = await get(site().url('/page'), { executeJS: "document.body.dataset.mark = 'EXECUTED'" })
        expect([page.script, page.text]).toEqual(['EXECUTED', expect.stringContaining('data-mark="EXECUTED"')])
      })
      check('may come late, where the caller waits', async () => {
        for (const wait of [{ waitForSelector: '#late' }, { waitFor: 1000 }])
          expect((await get(site().url('/late'), { javascript: true, ...wait })).text).toContain('LATEMARK')
      })
      check('does not reach a forbidden address', async () => {
        const executeJS = `await fetch('${site().trapUrl('/by-script')}', { mode: 'no-cors' }).catch(() => {})`
        await get(site().url('/page'), { executeJS, waitFor: 300 }).catch(() => {})
        expect(site().trapped).toEqual([])
      })
    })

  if (supports.actions)
    describe('actions', () => {
      check('are done in their order, each with its result', async () => {
        const page = await get(site().url('/form'), {
          actions: [
            { type: 'hover', selector: '#go' },
            { type: 'input', selector: '#who', text: 'Grace' },
            { type: 'click', selector: '#go' },
            { type: 'press', key: 'Tab' },
            { type: 'scroll', pixels: 500 },
            { type: 'wait', milliseconds: 50 },
            { type: 'executeJavascript', value: 'scrollY' },
            ...(supports.screenshot ? [{ type: 'screenshot' } as const] : []),
          ],
        })
        expect(page.text).toContain('HELLO Grace')
        const done = ['hover', 'input', 'click', 'press', 'scroll', 'wait', 'executeJavascript'] as const
        expect(page.actions?.map(({ type }) => type)).toEqual(supports.screenshot ? [...done, 'screenshot'] : [...done])
        expect(page.actions?.[6]?.value).toBe(500)
        if (supports.screenshot) expect(isImage(page.actions?.[7]?.screenshot)).toBe(true)
      })
      check('that cannot be done are told by their number', async () => {
        const error = await rejection(
          get(site().url('/form'), {
            timeout: 8000,
            actions: [
              { type: 'wait', milliseconds: 1 },
              { type: 'click', selector: '#none' },
            ],
          }),
        )
        expect(error).toMatchObject({ status: 400, code: 'invalid_actions', details: { index: 1 } })
      })
      check('on a file, which has nothing to act on, are refused', async () => {
        const error = await rejection(get(site().url('/bytes'), { actions: [{ type: 'wait', milliseconds: 1 }] }))
        expect(error).toMatchObject({ status: 400, code: 'invalid_actions', details: { index: 0 } })
      })
    })

  if (supports.screenshot)
    describe('a screenshot', () => {
      for (const kind of ['viewport', 'fullpage'] as const)
        check(`of the ${kind} is an image`, async () => {
          const { screenshot = new Uint8Array() } = await get(site().url('/form'), { screenshot: kind })
          expect(isImage(screenshot)).toBe(true)
          const height = heightOf(screenshot)
          if (kind === 'fullpage' && height !== undefined) expect(height).toBeGreaterThan(3000)
        })
    })

  if (supports.pdf)
    describe('a PDF', () => {
      check('is one', async () => {
        const { pdf = new Uint8Array() } = await get(site().url('/page'), { pdf: true })
        expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
      })
    })

  if (supports.mobile)
    describe('a mobile device', () => {
      check('is what the page sees', async () => {
        const { text } = await get(site().url('/client'), { javascript: true, mobile: true })
        expect(Number(/WIDTH=(\d+)/.exec(text)?.[1])).toBeLessThan(1000)
        expect(text).toMatch(/UA=[^<]*(Mobile|Android|iPhone)/)
      })
    })

  if (supports.stealth)
    describe('an ordinary visitor', () => {
      check('is what the page sees', async () => {
        const { text } = await get(site().url('/client'), { javascript: true, stealth: 'basic' })
        expect(text).toMatch(/WEBDRIVER=(false|undefined)/)
        expect(text).not.toMatch(/headless/i)
      })
    })
}
