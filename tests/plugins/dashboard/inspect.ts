import { expect } from 'bun:test'
import { type BrowserName, type Dashboard, type Theme, type Visit, type Width, widths } from './browser.ts'

/** What a page is looked at as: Chromium sees all of it, Firefox the two ends. */
const views: Readonly<Record<BrowserName, readonly (readonly [Width, Theme])[]>> = {
  chromium: widths.flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]),
  firefox: [
    [1440, 'light'],
    [360, 'dark'],
  ],
}

export interface Inspected {
  browser: BrowserName
  token: string
  /** A page of the dashboard, such as `/jobs`. */
  path: string
  /** What its pictures are called. */
  name: string
  /** Waits for what the page is about, and opens what is to be seen. */
  ready(visit: Visit): Promise<unknown>
}

/** Looks at a page in each width and theme: nothing is too wide, keeps people out, complains or leads elsewhere. */
export async function inspect(dashboard: Dashboard, { browser, token, path, name, ready }: Inspected): Promise<void> {
  const visit = await dashboard.visit({ browser, token })
  await visit.open(path)
  await ready(visit)
  let before: Width | undefined
  for (const [width, theme] of views[browser]) {
    await visit.page.setViewportSize({ width, height: 900 })
    await visit.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await visit.shot(`${name}-${width}-${theme}-${browser}`)
    // In the other theme of the same width, the same elements have other colours.
    const found = await visit.audit(width === before ? 'colours' : 'all')
    expect([width, theme, await visit.overflows(), found]).toEqual([width, theme, [], []])
    before = width
  }
  expect([visit.complaints, visit.elsewhere]).toEqual([[], []])
  await visit.close()
}
