import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Dashboard, PATIENCE, type Theme, type Visit, type Width } from './browser.ts'

/**
 * The views that are checked: the narrowest and the widest, as the widths between have the elements of one of them.
 */
const views: readonly [Width, Theme][] = [
  [360, 'dark'],
  [768, 'light'],
  [1440, 'light'],
]
/** The narrowest and the widest in their other themes. */
const others: readonly [Width, Theme][] = [
  [360, 'light'],
  [1440, 'dark'],
]

/** Checks the current page at each width: nothing is too wide, and at the ends axe finds nothing serious. */
export async function lookAtAllSizes(visit: Visit, name: string): Promise<void> {
  for (const view of views) await lookAt(visit, name, view)
}

/** Checks it in the other themes too, where only colours differ. */
export async function lookAtAllViews(visit: Visit, name: string): Promise<void> {
  await lookAtAllSizes(visit, name)
  for (const view of others) await lookAt(visit, name, view, ['color-contrast', 'link-in-text-block'])
}

async function lookAt(
  { page, audit, overflows, shot }: Visit,
  name: string,
  [width, theme]: [Width, Theme],
  rules?: readonly string[],
) {
  await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
  await page.emulateMedia({ colorScheme: theme })
  await drawnIn(page, theme)
  await shot(`${name}-${width}-${theme}`)
  const found = width === 768 ? [] : await audit(rules)
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

/** Checks pages in all views: without errors and requests to other hosts. */
export async function lookAtPages(dashboard: Dashboard, token: string, pages: readonly Looked[]): Promise<void> {
  const visit = await dashboard.visit({ token })
  for (const [at, { path, name, ready }] of pages.entries()) {
    await (at === 0 ? visit.open(path) : visit.go(path))
    await ready(visit.page)
    await lookAtAllViews(visit, name)
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
