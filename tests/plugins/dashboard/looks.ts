import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Dashboard, PATIENCE, type Theme, type Visit, type Width } from './browser.ts'

/**
 * What is looked at: the narrowest and the widest, as what lies between has the elements of one of them. Each theme
 * is seen at one of the ends, as colours do not depend on the width.
 */
const views: readonly [Width, Theme][] = [
  [360, 'dark'],
  [768, 'light'],
  [1440, 'light'],
]
/** By what of axe's rules the narrowest may differ from the widest, which is looked at by all of them. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']

/** Checks the current page at each width: nothing is too wide, and at the ends axe finds nothing serious. */
export async function lookAtAllSizes(visit: Visit, name: string): Promise<void> {
  for (const view of views) await lookAt(visit, name, view)
}

async function lookAt({ page, audit, overflows, shot }: Visit, name: string, [width, theme]: [Width, Theme]) {
  await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
  await page.emulateMedia({ colorScheme: theme })
  await drawnIn(page, theme)
  await shot(`${name}-${width}-${theme}`)
  const found = width === 768 ? [] : await audit(width === 360 ? OF_LOOKS : undefined)
  expect({ name, width, theme, wide: await overflows(), found }).toEqual({ name, width, theme, wide: [], found: [] })
}

export interface Looked {
  /** A page of the dashboard, such as `/jobs`. */
  path: string
  /** The name of its screenshots. */
  name: string
  /** Waits for the main part of the page, and opens what is to be checked. */
  ready(page: Page): Promise<unknown>
}

/** Looks at pages at all sizes: they complain of nothing, and lead nowhere else. */
export async function lookAtPages(dashboard: Dashboard, token: string, pages: readonly Looked[]): Promise<void> {
  const visit = await dashboard.visit({ token })
  for (const [at, { path, name, ready }] of pages.entries()) {
    await (at === 0 ? visit.open(path) : visit.go(path))
    await ready(visit.page)
    await lookAtAllSizes(visit, name)
  }
  expectQuiet(visit)
  await visit.close()
}

/** The text colour of the other theme. */
const NOT_IN = { light: 'rgb(236, 238, 239)', dark: 'rgb(22, 25, 28)' }

/** Waits until all elements have the colours of a theme, which the browser changes gradually. */
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

/** Checks that there were no errors in the console and no requests to other hosts. */
export const expectQuiet = ({ complaints, elsewhere }: Visit) => expect([complaints, elsewhere]).toEqual([[], []])
