import type { BrowserContext, CDPSession } from 'playwright-core'
import { cookieHeader, type PageProxy, type PageRequest } from 'weirjs'
import { type CallerHeaders, callerHeaders, trackers, visualResources } from '../playwright/index.ts'
import { evaluate } from './evaluate.ts'

/** How a page reaches its proxy: at the shared address with a password, or at an endpoint of its own without one. */
export type ProxyAccess = 'password' | 'open-endpoint'

export interface InterceptedPage {
  session: CDPSession
  context: BrowserContext
  pageProxy: PageProxy | undefined
  proxyAccess: ProxyAccess
}

type Paused = {
  requestId: string
  resourceType: string
  request: { url: string; headers: Record<string, string> }
  /** Set if this is the target of a redirect. */
  redirectedRequestId?: string
  /** Only of a response, or instead of one. */
  responseErrorReason?: string
  responseStatusCode?: number
  responseHeaders?: { name: string; value: string }[]
}
interface Pattern {
  urlPattern: string
  resourceType?: 'Document' | (typeof visualResources)[number]
  requestStage?: 'Response'
}
type AuthRequired = { requestId: string; authChallenge: { source?: 'Server' | 'Proxy' } }
type KnownAnswer = NonNullable<PageRequest['answer']>

/**
 * Decides on the requests of a page: adds the caller's headers, blocks unwanted requests, answers the document if it
 * is known already, and authenticates to the proxy.
 */
export class RequestInterception {
  readonly #session: CDPSession
  readonly #context: BrowserContext
  readonly #pageProxy: PageProxy | undefined
  readonly #proxyAccess: ProxyAccess
  /** Requests for which the proxy has been told the password: if one asks again, the password is wrong. */
  readonly #authenticated = new Set<string>()
  #caller: CallerHeaders | undefined
  #wantsText = false
  #enabled: { handleAuthRequests: boolean; patterns: Pattern[] } = { handleAuthRequests: false, patterns: [] }
  /** The document, until the page has asked for it. */
  #answer: KnownAnswer | undefined

  constructor({ session, context, pageProxy, proxyAccess }: InterceptedPage) {
    this.#session = session
    this.#context = context
    this.#pageProxy = pageProxy
    this.#proxyAccess = proxyAccess
    session.on('Fetch.requestPaused', (paused: Paused) => this.#onRequest(paused))
    session.on('Fetch.authRequired', (required: AuthRequired) => this.#onAuthentication(required))
  }

  /** Intercepts only what this request needs decisions on: each decision costs a round trip. */
  async prepare(request: PageRequest): Promise<void> {
    this.#caller = callerHeaders(request)
    this.#wantsText = request.resources === 'text'
    // A driver that cannot tell the proxy's password intercepts documents itself.
    const proxy = this.#proxyAccess === 'password' ? this.#pageProxy : undefined
    this.#answer = this.#proxyAccess === 'password' ? request.answer : undefined
    if (proxy && this.#answer) await this.#learnPassword(proxy)
    const patterns: Pattern[] = [
      // With the first document the context learns the proxy's password for all its requests. The pattern is no
      // wider, because a frame that moves to another process while its document is decided on never gets it.
      ...(proxy || this.#answer ? [{ urlPattern: asPattern(request.url), resourceType: 'Document' as const }] : []),
      ...(this.#caller.origin ? [{ urlPattern: `${this.#caller.origin}/*` }] : []),
      ...(this.#caller.for('document').referer
        ? [{ urlPattern: `${this.#caller.origin}/*`, resourceType: 'Document', requestStage: 'Response' } as const]
        : []),
      ...(this.#wantsText ? visualResources.map((resourceType) => ({ urlPattern: '*', resourceType })) : []),
      ...(this.#wantsText ? trackers.map((host) => ({ urlPattern: `*${host}/*` })) : []),
    ]
    if (patterns.length === 0) return
    this.#enabled = { handleAuthRequests: proxy !== undefined, patterns }
    await this.#session.send('Fetch.enable', this.#enabled)
  }

  #onRequest(paused: Paused): void {
    const { requestId, resourceType, request, responseStatusCode, responseErrorReason } = paused
    const isDocument = resourceType === 'Document'
    if (responseErrorReason !== undefined) this.#decide('Fetch.continueRequest', { requestId })
    else if (responseStatusCode !== undefined) void this.#onResponse(paused).catch(() => {})
    else if (this.#answer && isDocument) {
      this.#fulfill(requestId, this.#answer)
      this.#answer = undefined
    } else if (this.#wantsText && !isDocument && (isVisual(resourceType) || isTracker(request.url)))
      this.#decide('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    else void this.#continue(paused).catch(() => {})
  }

  /**
   * A `Referer` of the caller is the only header that the browser repeats after a redirect to another origin: the
   * request there is intercepted too, to remove it.
   */
  async #onResponse({ requestId, request, responseStatusCode = 0, responseHeaders = [] }: Paused): Promise<void> {
    const location = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value
    const target = responseStatusCode >= 300 && responseStatusCode < 400 && URL.parse(location ?? '', request.url)
    if (target && target.origin !== this.#caller?.origin) {
      const patterns = [...this.#enabled.patterns, { urlPattern: asPattern(target), resourceType: 'Document' } as const]
      await this.#session.send('Fetch.enable', { ...this.#enabled, patterns })
    }
    this.#decide('Fetch.continueRequest', { requestId })
  }

  #onAuthentication({ requestId, authChallenge }: AuthRequired): void {
    const proxy = authChallenge.source === 'Proxy' && !this.#authenticated.has(requestId) ? this.#pageProxy : undefined
    this.#authenticated.add(requestId)
    // A site that asks for a password has already received the caller's. Without a refusal its page would not be
    // shown.
    const authChallengeResponse = proxy
      ? { response: 'ProvideCredentials', username: proxy.username, password: proxy.password }
      : { response: 'CancelAuth' }
    this.#decide('Fetch.continueWithAuth', { requestId, authChallengeResponse })
  }

  async #continue({ requestId, resourceType, request, redirectedRequestId }: Paused): Promise<void> {
    const caller = this.#caller
    const isOwn = caller?.origin !== undefined && URL.parse(request.url)?.origin === caller.origin
    const sent = isOwn ? caller.for(resourceType === 'Document' ? 'document' : 'resource') : {}
    if (!isOwn && redirectedRequestId !== undefined && caller?.for('document').referer !== undefined) {
      const headers = withHeaders(request.headers, { referer: '' })
      // With an address the browser makes a new request; otherwise it would ignore the headers after a redirect.
      return this.#decide('Fetch.continueRequest', { requestId, url: request.url, headers })
    }
    if (Object.keys(sent).length === 0) return this.#decide('Fetch.continueRequest', { requestId })
    // A cookie header that we set replaces the browser's own cookies, so these are added to it.
    const kept = sent.cookie ? await this.#context.cookies(request.url) : []
    const own = { ...sent, ...(sent.cookie && { cookie: cookieHeader(sent.cookie, kept) }) }
    this.#decide('Fetch.continueRequest', { requestId, headers: withHeaders(request.headers, own) })
  }

  /** If the browser does not accept the answer, it asks the site. */
  #fulfill(requestId: string, known: KnownAnswer): void {
    this.#session
      .send('Fetch.fulfillRequest', { requestId, ...fulfillmentOf(known) })
      .catch(() => this.#decide('Fetch.continueRequest', { requestId }))
  }

  /** The request or its page may have ended meanwhile. */
  #decide(method: Parameters<CDPSession['send']>[0], decision: object): void {
    this.#session.send(method, decision as never).catch(() => {})
  }

  /**
   * Lets the context learn the proxy's password without a document, by requesting something from the proxy itself.
   */
  async #learnPassword({ server }: PageProxy): Promise<void> {
    await this.#session.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ urlPattern: `${server}/` }] })
    await evaluate(this.#session, `fetch('${server}/', { mode: 'no-cors' }).then(() => {}, () => {})`)
  }
}

/** A response as the protocol expects it; the body is already decoded. */
const fulfillmentOf = ({ status, headers, body }: KnownAnswer) => ({
  responseCode: status,
  responseHeaders: [...headers]
    .filter(([name]) => !/^(?:content-encoding|content-length|transfer-encoding)$/.test(name))
    .map(([name, value]) => ({ name, value })),
  body: Buffer.from(body).toString('base64'),
})

/**
 * A pattern of the protocol for this URL, in which `*`, `?` and `\` are escaped. What the browser may encode in
 * another way than this runtime, such as `|` in a path, is left open: a URL that did not match would escape every
 * decision.
 */
const asPattern = ({ href, hash }: URL) =>
  href
    .slice(0, href.length - hash.length)
    .replace(/[*?\\]/g, '\\$&')
    .replace(/(?:%[\da-f]{2}|[^\w./:~?*\\=&;,@!$()+-])+/gi, '*')

const isVisual = (resourceType: string) => (visualResources as readonly string[]).includes(resourceType)

function isTracker(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return trackers.some((tracker) => host === tracker || host.endsWith(`.${tracker}`))
}

function withHeaders(sent: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>) {
  const kept = Object.entries(sent).filter(([name]) => !(name.toLowerCase() in own))
  return [...kept, ...Object.entries(own)].map(([name, value]) => ({ name, value: asText(value) }))
}

/** Header values are bytes; the protocol takes text and sends it as UTF-8. */
function asText(value: string): string {
  const text = new TextDecoder().decode(Buffer.from(value, 'latin1'))
  return text.includes('\ufffd') ? value : text
}
