import type { BrowserContext, Page as BrowserPage, Request, Route } from 'playwright-core'
import type { PageProxy } from 'weirjs'
import {
  type CallerHeaders,
  callerHeaders,
  headersOf,
  htmlExpression,
  isNavigated,
  MAX_PRINTED_PAGES,
  type Redirect,
  ScriptFailed,
  type Tab,
} from '../playwright/index.ts'

const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }

/** A page of Firefox. */
export async function firefoxTab(opened: {
  page: BrowserPage
  context: BrowserContext
  pageProxy: PageProxy | undefined
}): Promise<Tab> {
  const { page } = opened
  const redirects = new Map<Request, Redirect>()
  return {
    ...opened,
    redirects,
    async prepare(request) {
      // The protocol lets any page close itself, which a visitor's browser does only where a script has opened it.
      await page.addInitScript('window.close = function close() {}')
      const caller = callerHeaders(request)
      if (caller.origin)
        await page.route(
          ({ origin }) => origin === caller.origin,
          (route) => answer(route, caller, redirects),
        )
    },
    html: (maxLength) => page.evaluate(htmlExpression(maxLength)),
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
 * Sends the caller's headers with one request. Headers that the library adds to a request stay on it across
 * redirects, to other origins too; so the answer is fetched for the browser, a redirect among them, and what the
 * browser then asks for is decided on anew.
 */
async function answer(route: Route, caller: CallerHeaders, redirects: Map<Request, Redirect>): Promise<void> {
  const request = route.request()
  const own = caller.for(request.isNavigationRequest() ? 'document' : 'resource')
  if (Object.keys(own).length === 0) return route.continue()
  try {
    const response = await route.fetch({ headers: { ...request.headers(), ...own }, maxRedirects: 0, timeout: 0 })
    const status = response.status()
    if (status >= 300 && status < 400 && response.headers().location !== undefined)
      redirects.set(request, { status, headers: headersOf(response.headersArray()) })
    await route.fulfill({ response })
  } catch {
    // The page sees a connection that failed, and says so in its own way.
    await route.abort('connectionfailed').catch(() => {})
  }
}
