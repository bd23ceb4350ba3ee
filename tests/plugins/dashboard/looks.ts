import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type BrowserName, type Dashboard, PATIENCE, type Theme, type Visit, type Width } from './browser.ts'

/**
 * What Chromium is shown: the narrowest and the widest, as what lies between has the elements of one of them. The two
 * browsers look at each end in another theme.
 */
const views: readonly [Width, Theme][] = [
  [360, 'dark'],
  [768, 'light'],
  [1440, 'light'],
]

/** Looks at what Chromium shows now at each width: nothing is too wide, and axe finds nothing serious at the ends. */
export async function lookAtAllSizes({ page, audit, overflows, shot }: Visit, name: string): Promise<void> {
  for (const [width, theme] of views) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    await page.emulateMedia({ colorScheme: theme })
    await drawnIn(page, theme)
    await shot(`${name}-${width}-${theme}`)
    const found = width === 768 ? [] : await audit()
    expect({ name, width, theme, wide: await overflows(), found }).toEqual({ name, width, theme, wide: [], found: [] })
  }
}

/** What Firefox is shown. */
const ends: readonly [Width, Theme][] = [
  [360, 'light'],
  [1440, 'dark'],
]

/** Looks at what Firefox shows now at the two ends. Its driver sets no theme: the choice of whoever looks does. */
export async function lookAtEnds({ page, audit, overflows, shot }: Visit, name: string): Promise<void> {
  for (const [width, theme] of ends) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    await page.evaluate((theme) => void Object.assign(document.documentElement.dataset, { theme }), theme)
    await drawnIn(page, theme)
    await shot(`${name}-${width}-${theme}-firefox`)
    const found = await audit()
    expect({ name, width, theme, wide: await overflows(), found }).toEqual({ name, width, theme, wide: [], found: [] })
  }
}

export interface Looked {
  /** A page of the dashboard, such as `/jobs`. */
  path: string
  /** What its pictures are called. */
  name: string
  /** Waits for what the page is about, and opens what is to be seen. */
  ready(page: Page): Promise<unknown>
}

/** Looks at pages in one of the browsers: they complain of nothing, and lead nowhere else. */
export async function lookAtPages(
  dashboard: Dashboard,
  { browser, token }: { browser: BrowserName; token: string },
  pages: readonly Looked[],
): Promise<void> {
  const visit = await dashboard.visit({ browser, token })
  for (const { path, name, ready } of pages) {
    await visit.open(path)
    await ready(visit.page)
    await (browser === 'chromium' ? lookAtAllSizes : lookAtEnds)(visit, name)
  }
  expectQuiet(visit)
  await visit.close()
}

/** The colour of text in the other theme. */
const NOT_IN = { light: 'rgb(236, 238, 239)', dark: 'rgb(22, 25, 28)' }

/** Waits until all that is seen has taken on the colours of a theme, which a browser does little by little. */
async function drawnIn(page: Page, theme: Theme): Promise<void> {
  const isDrawn = (colour: string) =>
    page.evaluate(async (colour) => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const seen = [...document.querySelectorAll('html, body *')].filter((element) => element.checkVisibility())
      return seen.every((element) => getComputedStyle(element).color !== colour)
    }, colour)
  const end = performance.now() + PATIENCE
  while (!(await isDrawn(NOT_IN[theme])))
    if (performance.now() > end) throw new Error(`the page is not drawn in the theme ${theme}`)
}

/** Nothing was complained about in the console, and nothing was asked for elsewhere. */
export const expectQuiet = ({ complaints, elsewhere }: Visit) => expect([complaints, elsewhere]).toEqual([[], []])
