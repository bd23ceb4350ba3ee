import type { Page as BrowserPage } from 'playwright-core'

/** The longest side in device pixels that browsers draw without repeating parts of the picture. */
const MAX_SIDE = 16_384
/** The most device pixels of a picture: they take 128 MiB to draw. */
const MAX_PIXELS = 32 * 1024 * 1024

export interface Screenshot {
  png: Uint8Array
  /** Whether the page continues beyond the picture. */
  isCut: boolean
}

/** A PNG of the viewport, or of the whole page as far as the limits allow. */
export async function takeScreenshot(
  page: BrowserPage,
  kind: 'viewport' | 'fullpage',
  timeout: number,
): Promise<Screenshot> {
  const options = { type: 'png', timeout, animations: 'disabled', caret: 'hide' } as const
  if (kind === 'viewport') return { png: await page.screenshot(options), isCut: false }
  // Coerced to numbers, whatever the page has put in place of its own properties.
  const size = await page.evaluate(() => ({
    width: +Math.max(document.documentElement.scrollWidth, document.body?.scrollWidth ?? 0),
    height: +Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0),
    ratio: +devicePixelRatio,
  }))
  const drawn = screenshotSize(size)
  const png = await page.screenshot({ ...options, fullPage: true, clip: { x: 0, y: 0, ...drawn } })
  return { png, isCut: drawn.width < Math.floor(size.width) || drawn.height < Math.floor(size.height) }
}

/** The CSS pixels of a page to draw. What a page says about its size may be anything. */
export function screenshotSize({ width, height, ratio }: { width: number; height: number; ratio: number }) {
  const scale = within(ratio, 0.1, 10)
  const longest = Math.floor(MAX_SIDE / scale)
  const drawn = Math.floor(within(width, 1, longest))
  const highest = Math.min(longest, Math.floor(MAX_PIXELS / scale ** 2 / drawn))
  return { width: drawn, height: Math.floor(within(height, 1, highest)) }
}

const within = (value: number, least: number, most: number) =>
  Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : most
