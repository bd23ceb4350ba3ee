import type { BrowserContext, Page as BrowserPage } from 'playwright-core'
import type { PageProxy, PageRequest } from 'weirjs'
import { MAX_PRINTED_PAGES, readHtml, type Tab } from '../playwright/index.ts'
import type { ClientHints } from './client-hints.ts'
import { type Evaluated, evaluate } from './evaluate.ts'
import { type ProxyAccess, RequestInterception } from './request-interception.ts'

export interface OpenedChromium {
  page: BrowserPage
  context: BrowserContext
  pageProxy: PageProxy | undefined
  proxyAccess: ProxyAccess
  identity: ClientHints | undefined
  /** The `Accept-Language` that the caller asked for, if any. */
  languages: string | undefined
  /** The page's size in CSS pixels, if it need not be drawn while nobody looks at it. */
  viewport?: Size
}

interface Size {
  width: number
  height: number
}

/** The smallest part of a page that can be drawn. */
const POINT: Size = { width: 1, height: 1 }

/**
 * A page of Chromium, driven directly through the protocol. The library's own ways make every request wait for us,
 * tell the proxy's password to sites that ask for one, and inject a script into each page to read it.
 */
export async function chromiumTab(opened: OpenedChromium): Promise<Tab> {
  const { page, context, pageProxy, proxyAccess, identity, languages, viewport } = opened
  const session = await context.newCDPSession(page)
  // The library tells the browser a single language, which takes precedence over any header.
  const acceptLanguage = languages && languageList(languages)
  if (identity || acceptLanguage)
    await session.send('Emulation.setUserAgentOverride', {
      userAgent: '',
      ...identity,
      ...(acceptLanguage && { acceptLanguage }),
    })
  /**
   * Sets how much of the page is drawn. Nothing else changes: the page keeps its given size for layout and frames,
   * and cannot notice.
   */
  const drawOnly = (size: Size) => void session.send('Emulation.setVisibleSize', size as never).catch(() => {})
  // Drawing takes a twentieth of a page's total cost.
  if (viewport) drawOnly(POINT)

  const interception = new RequestInterception({ session, context, pageProxy, proxyAccess })
  const run = (expression: string) => evaluate(session, expression)
  return {
    page,
    context,
    pageProxy,
    run,
    ...(proxyAccess === 'password' && { idle: async () => void (await run(idleExpression)) }),
    async prepare(request: PageRequest) {
      if (viewport && isLookedAt(request)) drawOnly(viewport)
      await interception.prepare(request)
    },
    async html(maxLength) {
      const { frameTree } = await session.send('Page.getFrameTree')
      const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
      return readHtml(async (expression) => {
        const { result, exceptionDetails }: Evaluated = await session.send('Runtime.evaluate', {
          expression,
          contextId: executionContextId,
          returnByValue: true,
        })
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return result.value
      }, maxLength)
    },
    async print() {
      // In one response: the library reads the file in pieces, and the browser sometimes fails to deliver one.
      const { data } = await session.send('Page.printToPDF', {
        ...a4,
        printBackground: true,
        pageRanges: `1-${MAX_PRINTED_PAGES}`,
      })
      return Buffer.from(data, 'base64')
    },
  }
}

/** Whether such a page is drawn as it loads, so that all of it is there for a picture or a moved pointer. */
const isLookedAt = ({ screenshot, pdf, actions }: PageRequest) => !!(screenshot || pdf || actions?.length)

/** The languages of a header as the protocol expects them: in order, with the weights left to the browser. */
const languageList = (header: string) =>
  header
    .split(',')
    .map((range) => range.split(';', 1)[0]!.trim())
    .filter((range) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(range))
    .join(',')

/**
 * Resolves after everything that the page's scripts have queued for a response, however busy the machine is. Returns
 * nothing, even if the page has replaced these functions or they throw.
 */
const idleExpression = `(async () => {
  try {
    await new Promise((done) => globalThis.requestIdleCallback?.(() => done(), { timeout: 500 }) ?? done())
  } catch {}
})()`

/** In inches, with margins of 1 cm. */
const margin = 1 / 2.54
const a4 = {
  paperWidth: 210 / 25.4,
  paperHeight: 297 / 25.4,
  marginTop: margin,
  marginBottom: margin,
  marginLeft: margin,
  marginRight: margin,
}
