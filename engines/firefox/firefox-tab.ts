import type { BrowserContext, Page as BrowserPage, Route } from 'playwright-core'
import type { PageProxy } from 'weirjs'
import {
  type CallerHeaders,
  callerHeaders,
  isNavigated,
  MAX_PRINTED_PAGES,
  readHtml,
  ScriptFailed,
  type Tab,
} from '../playwright/index.ts'
import { marked } from './own-headers.ts'

/** The part of the library behind a page that is used here. Source: playwright-core 1.64.1. */
interface PageInLibrary extends BrowserPage {
  _connection: { toImpl(page: BrowserPage): { mainFrame(): { utilityContext(): Promise<World> } } }
}
interface World {
  evaluateExpression(expression: string, options: object): Promise<unknown>
}

const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }

/** A page of Firefox. */
export async function firefoxTab(opened: {
  page: BrowserPage
  context: BrowserContext
  pageProxy: PageProxy | undefined
}): Promise<Tab> {
  const { page } = opened
  return {
    ...opened,
    async prepare(request) {
      // The protocol lets any page close itself; a visitor's browser allows that only for pages opened by a script.
      await page.addInitScript('window.close = function close() {}')
      const caller = callerHeaders(request)
      if (caller.origin)
        await page.route(
          ({ origin }) => origin === caller.origin,
          (route) => sendOn(route, caller),
        )
    },
    async html(maxLength) {
      const world = await (page as PageInLibrary)._connection.toImpl(page).mainFrame().utilityContext()
      return readHtml((expression) => world.evaluateExpression(expression, {}), maxLength)
    },
    print: () => page.pdf({ format: 'A4', printBackground: true, margin, pageRanges: `1-${MAX_PRINTED_PAGES}` }),
    async run(expression) {
      try {
        return await page.evaluate(expression)
      } catch (error) {
        const { message } = error as Error
        if (/has been closed|crashed/i.test(message) || isNavigated(error)) throw error
        throw new ScriptFailed(message.replace(/^[\w.]+: /, '').split('\n', 1)[0])
      }
    },
  }
}

/**
 * Sends the caller's headers with one request. The browser does not forward them on a redirect, which is decided on
 * anew, and receives the responses itself: in this process a small one might unpack to gigabytes.
 */
async function sendOn(route: Route, caller: CallerHeaders): Promise<void> {
  const request = route.request()
  const own = caller.for(request.isNavigationRequest() ? 'document' : 'resource')
  const isMore = Object.keys(own).length > 0
  // Requests end while they are being decided on.
  await route.continue(isMore ? { headers: { ...request.headers(), ...marked(own) } } : {}).catch(() => {})
}
