import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { PATIENCE, type Theme, type Visit, widths } from './browser.ts'

/**
 * Looks at what is shown now at each width in both themes: nothing too wide, and no serious finding of axe at the
 * narrowest and the widest, as what lies between has the elements of one of them. The second theme of a width has the
 * same elements in other colours.
 */
export async function lookAtAllSizes(visit: Visit, name: string): Promise<void> {
  const { page, audit, overflows, shot } = visit
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    for (const colorScheme of ['light', 'dark'] satisfies Theme[]) {
      await page.emulateMedia({ colorScheme })
      await drawnIn(page, colorScheme)
      await shot(`${name}-${width}-${colorScheme}`)
      const wide = await overflows()
      const found = width === 768 ? [] : await audit(colorScheme === 'light' ? 'all' : 'colours')
      expect({ name, width, colorScheme, wide, found }).toEqual({
        name,
        width,
        colorScheme,
        wide: [],
        found: [],
      })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
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
