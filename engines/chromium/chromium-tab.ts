import type { BrowserContext, Page as BrowserPage, CDPSession } from 'playwright-core'
import { cookieHeader, type PageProxy, type PageRequest } from 'weirjs'
import {
  type CallerHeaders,
  callerHeaders,
  MAX_PRINTED_PAGES,
  readHtml,
  ScriptFailed,
  type Tab,
  trackers,
  visualResources,
} from '../playwright/index.ts'
import type { ClientHints } from './client-hints.ts'

type Paused = {
  requestId: string
  resourceType: string
  request: { url: string; headers: Record<string, string> }
}
type AuthRequired = { requestId: string; authChallenge: { source?: 'Server' | 'Proxy' } }
type KnownAnswer = NonNullable<PageRequest['answer']>
type Evaluated = {
  result: { value?: unknown }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}

/** How a page reaches its proxy: at the shared address by a password, or at an endpoint of its own without one. */
export type ProxyAccess = 'password' | 'open-endpoint'

export interface OpenedChromium {
  page: BrowserPage
  context: BrowserContext
  pageProxy: PageProxy | undefined
  proxyAccess: ProxyAccess
  identity: ClientHints | undefined
  /** The `Accept-Language` that the caller asked for, if any. */
  languages: string | undefined
  /** The page's size in CSS pixels, where it need not be drawn as long as nobody looks at it. */
  viewport?: Size
}

interface Size {
  width: number
  height: number
}

/** As little of a page as can be drawn. */
const POINT: Size = { width: 1, height: 1 }

/**
 * A page of Chromium, where the protocol is asked directly: the library's own ways make every request wait for an
 * answer of ours, tell the proxy's password to sites that ask for one, and load a script of their own into each page
 * to read it.
 */
export async function chromiumTab(opened: OpenedChromium): Promise<Tab> {
  const { page, context, pageProxy, proxyAccess, identity, languages, viewport } = opened
  const session = await context.newCDPSession(page)
  // The library tells the browser of one language, which goes before all that a header says.
  const acceptLanguage = languages && languageList(languages)
  if (identity || acceptLanguage)
    await session.send('Emulation.setUserAgentOverride', {
      userAgent: '',
      ...identity,
      ...(acceptLanguage && { acceptLanguage }),
    })
  let caller: CallerHeaders | undefined
  let wantsText = false
  let answer: KnownAnswer | undefined

  // Requests end while they are being decided on, and pages while they are being read.
  const decide = (method: Parameters<CDPSession['send']>[0], decision: object) =>
    void session.send(method, decision as never).catch(() => {})

  /**
   * How much of the page is drawn. That is all it changes: the page has the size that it was given before, is laid
   * out and shows its frames by it, and learns nothing of this one.
   */
  const drawOnly = (size: Size) => decide('Emulation.setVisibleSize', size)
  // Drawing takes a twentieth of all that a page costs.
  if (viewport) drawOnly(POINT)

  /** What the browser does not take for an answer, it asks for. */
  const fulfill = (requestId: string, known: KnownAnswer) =>
    void session
      .send('Fetch.fulfillRequest', { requestId, ...fulfillmentOf(known) })
      .catch(() => decide('Fetch.continueRequest', { requestId }))

  const continueWith = async (
    sent: Readonly<Record<string, string>>,
    { requestId, request }: Omit<Paused, 'resourceType'>,
  ) => {
    if (Object.keys(sent).length === 0) return decide('Fetch.continueRequest', { requestId })
    // What stands in a request's header stands in the way of the cookies that the browser has.
    const kept = sent.cookie ? await context.cookies(request.url) : []
    const own = { ...sent, ...(sent.cookie && { cookie: cookieHeader(sent.cookie, kept) }) }
    decide('Fetch.continueRequest', { requestId, headers: withHeaders(request.headers, own) })
  }

  session.on('Fetch.requestPaused', ({ requestId, resourceType, request }: Paused) => {
    const isDocument = resourceType === 'Document'
    if (answer && isDocument) {
      const known = answer
      answer = undefined
      return fulfill(requestId, known)
    }
    if (
      wantsText &&
      !isDocument &&
      ((visualResources as readonly string[]).includes(resourceType) || isTracker(request.url))
    )
      return decide('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    const own = caller?.origin !== undefined && URL.parse(request.url)?.origin === caller.origin
    const sent = own ? caller!.for(isDocument ? 'document' : 'resource') : {}
    void continueWith(sent, { requestId, request }).catch(() => {})
  })
  const answered = new Set<string>()
  session.on('Fetch.authRequired', ({ requestId, authChallenge }: AuthRequired) => {
    const known = authChallenge.source === 'Proxy' && pageProxy && !answered.has(requestId)
    answered.add(requestId)
    // A site that wants a name and a password has had what the caller gave; without an answer its page would not
    // show.
    const authChallengeResponse = known
      ? { response: 'ProvideCredentials', username: pageProxy.username, password: pageProxy.password }
      : { response: 'CancelAuth' }
    decide('Fetch.continueWithAuth', { requestId, authChallengeResponse })
  })
  const run = async (expression: string) => {
    const { result, exceptionDetails }: Evaluated = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    })
    if (exceptionDetails)
      throw new ScriptFailed(exceptionDetails.exception?.description?.split('\n', 1)[0] ?? exceptionDetails.text)
    return result.value
  }
  /** Lets the context learn the proxy's password without the document, by asking the proxy for itself. */
  const learnPassword = async ({ server }: PageProxy) => {
    await session.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ urlPattern: `${server}/` }] })
    await run(`fetch('${server}/', { mode: 'no-cors' }).then(() => {}, () => {})`)
  }
  return {
    page,
    context,
    pageProxy,
    run,
    ...(proxyAccess === 'password' && { idle: async () => void (await run(idleExpression)) }),
    async prepare(request: PageRequest) {
      if (viewport && isLookedAt(request)) drawOnly(viewport)
      caller = callerHeaders(request)
      wantsText = request.resources === 'text'
      // A library that cannot tell the password decides on documents itself.
      const proxy = proxyAccess === 'password' ? pageProxy : undefined
      answer = proxyAccess === 'password' ? request.answer : undefined
      if (proxy && answer) await learnPassword(proxy)
      const patterns = [
        // With the first document the context learns the proxy's password for all its requests. The pattern is no
        // wider, because a frame that moves to another process while its document is decided on never gets it.
        ...(proxy || answer ? [{ urlPattern: asPattern(request.url), resourceType: 'Document' as const }] : []),
        ...(caller.origin ? [{ urlPattern: `${caller.origin}/*` }] : []),
        ...(wantsText ? visualResources.map((resourceType) => ({ urlPattern: '*', resourceType })) : []),
        ...(wantsText ? trackers.map((host) => ({ urlPattern: `*${host}/*` })) : []),
      ]
      if (patterns.length > 0) await session.send('Fetch.enable', { handleAuthRequests: proxy !== undefined, patterns })
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
      // In one answer: the library reads the file piece by piece, and the browser now and then fails to give one.
      const { data } = await session.send('Page.printToPDF', {
        ...a4,
        printBackground: true,
        pageRanges: `1-${MAX_PRINTED_PAGES}`,
      })
      return Buffer.from(data, 'base64')
    },
  }
}

/** Such a page is drawn as it loads, so that all of it is there when a picture is taken or a pointer moved. */
const isLookedAt = ({ screenshot, pdf, actions }: PageRequest) => !!(screenshot || pdf || actions?.length)

/** The languages of a header as the protocol takes them: in their order, to which the browser gives the weights. */
const languageList = (header: string) =>
  header
    .split(',')
    .map((range) => range.split(';', 1)[0]!.trim())
    .filter((range) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(range))
    .join(',')

/**
 * Resolves after all that the page's scripts have queued for an answer, however busy the machine is. What the page
 * has in the place of these, and what it throws, is not sent over.
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

/** An answer as the protocol takes it; the browser is given what was decoded. */
const fulfillmentOf = ({ status, headers, body }: KnownAnswer) => ({
  responseCode: status,
  responseHeaders: [...headers]
    .filter(([name]) => !/^(?:content-encoding|content-length|transfer-encoding)$/.test(name))
    .map(([name, value]) => ({ name, value })),
  body: Buffer.from(body).toString('base64'),
})

/** Exactly this URL, in the protocol's language of wildcards. */
const asPattern = ({ href, hash }: URL) => href.slice(0, href.length - hash.length).replace(/[*?\\]/g, '\\$&')

function isTracker(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return trackers.some((tracker) => host === tracker || host.endsWith(`.${tracker}`))
}

function withHeaders(sent: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>) {
  const kept = Object.entries(sent).filter(([name]) => !(name.toLowerCase() in own))
  return [...kept, ...Object.entries(own)].map(([name, value]) => ({ name, value: asText(value) }))
}

/** A header's value is of bytes; the protocol takes text, which it sends as UTF-8. */
function asText(value: string): string {
  const text = new TextDecoder().decode(Buffer.from(value, 'latin1'))
  return text.includes('\ufffd') ? value : text
}
