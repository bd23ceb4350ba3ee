import { afterEach, describe, expect, test } from 'bun:test'
import type { Page as BrowserPage, PageScreenshotOptions } from 'playwright-core'
import { screenshotSize, takeScreenshot } from '../../../../engines/playwright/page/screenshot.ts'

interface Size {
  width: number
  height: number
  ratio: number
}

/** A page with this size, which records how it is drawn. */
function pageOf(evaluate: (measure: () => Size) => Size) {
  const drawn: PageScreenshotOptions[] = []
  const page = {
    evaluate: async (measure: () => Size) => evaluate(measure),
    screenshot: async (options: PageScreenshotOptions) => {
      drawn.push(options)
      return new Uint8Array()
    },
  }
  return { page: page as unknown as BrowserPage, drawn }
}

test('a picture shows the visible part, or the whole page', async () => {
  const { page, drawn } = pageOf(() => ({ width: 1280, height: 5000, ratio: 1 }))
  await takeScreenshot(page, 'viewport', 700)
  await takeScreenshot(page, 'fullpage', 700)
  const options = { type: 'png', timeout: 700, animations: 'disabled', caret: 'hide' } as const
  expect(drawn).toEqual([options, { ...options, fullPage: true, clip: { x: 0, y: 0, width: 1280, height: 5000 } }])
})

test('a picture says whether the page continues below it', async () => {
  const isCut = async (width: number, height: number) =>
    (await takeScreenshot(pageOf(() => ({ width, height, ratio: 1 })).page, 'fullpage', 700)).isCut
  expect([await isCut(1280, 5000), await isCut(1280, 16_384), await isCut(1280, 16_385)]).toEqual([false, false, true])
  expect([await isCut(16_385, 10), await isCut(3000, 12_000)]).toEqual([true, true])
})

describe('the size of a whole page', () => {
  afterEach(() => {
    for (const name of ['document', 'devicePixelRatio']) Reflect.deleteProperty(globalThis, name)
  })
  const documentElement = { scrollWidth: 300, scrollHeight: 400 }
  test.each([
    ['is that of its root element', { documentElement, body: { scrollWidth: 200, scrollHeight: 100 } }, [300, 400]],
    [
      'is that of its body if that is larger',
      { documentElement, body: { scrollWidth: 350, scrollHeight: 500 } },
      [350, 500],
    ],
    ['is that of its root element if it has no body', { documentElement, body: null }, [300, 400]],
  ])('%s', async (_, document, [width, height]) => {
    Object.assign(globalThis, { document, devicePixelRatio: 1 })
    const { page, drawn } = pageOf((measure) => measure())
    await takeScreenshot(page, 'fullpage', 700)
    expect(drawn[0]!.clip).toEqual({ x: 0, y: 0, width: width!, height: height! })
  })
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
