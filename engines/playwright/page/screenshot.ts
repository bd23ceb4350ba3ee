import type { Page as BrowserPage } from 'playwright-core'

/** Browsers draw no longer side without repeating parts of the picture, in device pixels. */
const MAX_SIDE = 16_384
/** Device pixels of a picture: as many as take 128 MiB to draw. */
const MAX_PIXELS = 32 * 1024 * 1024

export interface Screenshot {
  png: Uint8Array
  /** Whether the page goes on where the picture ends. */
  isCut: boolean
}

/** A PNG of what is seen, or of the whole page as far as a picture goes. */
export async function takeScreenshot(
  page: BrowserPage,
  kind: 'viewport' | 'fullpage',
  timeout: number,
): Promise<Screenshot> {
  const options = { type: 'png', timeout, animations: 'disabled', caret: 'hide' } as const
  if (kind === 'viewport') return { png: await page.screenshot(options), isCut: false }
  // Numbers, whatever the page has put in the place of its own.
  const size = await page.evaluate(() => ({
    width: +Math.max(document.documentElement.scrollWidth, document.body?.scrollWidth ?? 0),
    height: +Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0),
    ratio: +devicePixelRatio,
  }))
  const drawn = screenshotSize(size)
  const png = await page.screenshot({ ...options, fullPage: true, clip: { x: 0, y: 0, ...drawn } })
  return { png, isCut: drawn.width < Math.floor(size.width) || drawn.height < Math.floor(size.height) }
}

/** CSS pixels that are drawn of a page. What a page says of its size may be anything. */
export function screenshotSize({ width, height, ratio }: { width: number; height: number; ratio: number }) {
  const scale = within(ratio, 0.1, 10)
  const longest = Math.floor(MAX_SIDE / scale)
  const drawn = Math.floor(within(width, 1, longest))
  const highest = Math.min(longest, Math.floor(MAX_PIXELS / scale ** 2 / drawn))
  return { width: drawn, height: Math.floor(within(height, 1, highest)) }
}

const within = (value: number, least: number, most: number) =>
  Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : most
