import type { Page as BrowserPage } from 'playwright-core'

/** Browsers draw no higher picture without repeating parts of it, in device pixels. */
const HIGHEST = 16_384

/** A PNG of what is seen, or of the whole page. */
export async function picture(page: BrowserPage, kind: 'viewport' | 'fullpage', timeout: number): Promise<Uint8Array> {
  const options = { type: 'png', timeout, animations: 'disabled', caret: 'hide' } as const
  if (kind === 'viewport') return page.screenshot(options)
  const { width, height, ratio } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
    ratio: devicePixelRatio,
  }))
  if (height * ratio <= HIGHEST) return page.screenshot({ ...options, fullPage: true })
  return page.screenshot({
    ...options,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.floor(HIGHEST / ratio) },
  })
}
