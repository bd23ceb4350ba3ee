import { expect } from 'bun:test'
import { type Theme, type Visit, widths } from './browser.ts'

/**
 * Looks at what is shown now at each width in both themes: nothing too wide, and no serious finding of axe at the
 * narrowest and the widest, as what lies between has the elements of one of them.
 */
export async function lookAtAllSizes(visit: Visit, name: string): Promise<void> {
  const { page, audit, overflows, shot } = visit
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    for (const colorScheme of ['light', 'dark'] satisfies Theme[]) {
      await page.emulateMedia({ colorScheme })
      // Drawn anew with the colours of the theme, before it is looked at.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await shot(`${name}-${width}-${colorScheme}`)
      const wide = await overflows()
      const found = width === 768 ? [] : await audit()
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

/** Nothing was complained about in the console, and nothing was asked for elsewhere. */
export const expectQuiet = ({ complaints, elsewhere }: Visit) => expect([complaints, elsewhere]).toEqual([[], []])
