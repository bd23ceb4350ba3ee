import type { BrowserContext, Page as BrowserPage } from 'playwright-core'
import type { BrowserProfile } from './browser-profile.ts'
import type { Driver } from './driver.ts'
import type { Tab } from './page/tab.ts'
import type { BrowserProcess } from './process/browser-process.ts'
import { inTime } from './time-limit.ts'

/** Milliseconds that a context may take to open or close before its browser is checked. */
export const CONTEXT_TIME = 1000
/** Firefox sometimes closes the wrong one of two pages that open and close at the same time. */
const MAX_OPENING_TRIES = 4

/** Opens a page in its own context, with its own proxy. */
export async function openTab(driver: Driver, browser: BrowserProcess, profile: BrowserProfile): Promise<Tab> {
  const pageProxy = await driver.openPageProxy(profile.proxy)
  let context: BrowserContext | undefined
  try {
    context = await browser.connection.newContext(await driver.contextOptions(profile, pageProxy))
    browser.opened += 1
    const page = await openPage(context)
    return await driver.tab({ page, context, pageProxy, profile })
  } catch (error) {
    pageProxy?.close()
    void context?.close().catch(() => {})
    throw error
  }
}

async function openPage(context: BrowserContext): Promise<BrowserPage> {
  for (let tries = 1; ; tries++) {
    try {
      return await context.newPage()
    } catch (error) {
      if (tries === MAX_OPENING_TRIES) throw error
    }
  }
}

export async function closeTab({ context, pageProxy }: Tab): Promise<'done' | 'late'> {
  const outcome = await inTime(context.close(), CONTEXT_TIME)
  pageProxy?.close()
  return outcome
}
