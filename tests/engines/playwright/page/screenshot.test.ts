import { expect, test } from 'bun:test'
import type { Page as BrowserPage, PageScreenshotOptions } from 'playwright-core'
import { takeScreenshot } from '../../../../engines/playwright/page/screenshot.ts'

/** A page of this size, which notes how it is drawn. */
function pageOf(size: { width: number; height: number; ratio: number }) {
  const drawn: PageScreenshotOptions[] = []
  const page = {
    evaluate: async () => size,
    screenshot: async (options: PageScreenshotOptions) => {
      drawn.push(options)
      return new Uint8Array()
    },
  }
  return { page: page as unknown as BrowserPage, drawn }
}

test('a picture is of what is seen, or of the whole page', async () => {
  const { page, drawn } = pageOf({ width: 1280, height: 5000, ratio: 1 })
  await takeScreenshot(page, 'viewport', 700)
  await takeScreenshot(page, 'fullpage', 700)
  const options = { type: 'png', timeout: 700, animations: 'disabled', caret: 'hide' } as const
  expect(drawn).toEqual([options, { ...options, fullPage: true, clip: { x: 0, y: 0, width: 1280, height: 5000 } }])
})
