import type { Impit } from 'impit'
import {
  type Attempt,
  EgressFailure,
  type EngineKit,
  type Exchange,
  endOnAbort,
  isApiError,
  isOfConnection,
  isRedirect,
  isSafeAnywhere,
  NavigationCookies,
  type Page,
  type PageProxy,
  type PageRequest,
  rebuildExchange,
  redirectTarget,
  toCallerError,
  withOneContentType,
} from 'weirjs'
import { fetchPage } from '../lightweight/fetch-page.ts'
import { pageHeaders } from '../lightweight/page-headers.ts'
import { readBody } from './read-body.ts'

/** The newest browser that the client can imitate, down to TLS; its own default is years old. */
const BROWSER = 'chrome151'
const DESKTOP_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0.0.0 Safari/537.36'
const MOBILE_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0.0.0 Mobile Safari/537.36'
const MAX_REDIRECTS = 10

export interface HttpVisitOptions {
  kit: Pick<EngineKit, 'proxy' | 'fetch'>
  signal: AbortSignal
}

/**
 * Fetches a page without a browser, with a browser's TLS, HTTP/2 and headers. The client does no DNS look-ups of its
 * own here: everything goes through the filtering proxy. Throws what `GuardedFetch` throws.
 */
export async function impersonatingFetch(
  request: PageRequest,
  { kit, signal }: HttpVisitOptions,
): Promise<Page & { body: Uint8Array }> {
  const library = await import('impit').catch(() => undefined)
  if (!library) return fetchPlainly(request, { kit, signal })
  const pageProxy = await kit.proxy(request.proxy)
  const at = { url: request.url, isMoved: false }
  try {
    const client = new library.Impit({
      browser: BROWSER,
      proxyUrl: pageProxy.server.replace('://', `://${pageProxy.username}:${pageProxy.password}@`),
      ignoreTlsErrors: request.skipTlsVerification,
      followRedirects: false,
    })
    return await navigate(client, request, at, { pageProxy, signal })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (isApiError(error)) throw error
    const context = { url: request.url, redirected: at.isMoved, signal }
    throw (
      pageProxy.failure(at.url, request.url) ??
      toCallerError(error instanceof EgressFailure ? error : new EgressFailure(reasonOf(error), error), context)
    )
  } finally {
    pageProxy.close()
  }
}

/** For machines for which the client has no build: the same visitor, with the runtime's own TLS. */
export async function fetchPlainly(
  request: PageRequest,
  { kit, signal }: HttpVisitOptions,
): Promise<Page & { body: Uint8Array }> {
  const headers = pageHeaders(request)
  if (!callerHeaderNames(request).has('user-agent'))
    headers.set('user-agent', request.mobile ? MOBILE_AGENT : DESKTOP_AGENT)
  return fetchPage(request, headers, { engine: 'stealth', fetch: kit.fetch, signal })
}

async function navigate(
  client: Impit,
  request: PageRequest,
  at: { url: URL; isMoved: boolean },
  { pageProxy, signal }: { pageProxy: PageProxy; signal: AbortSignal },
) {
  const trace: Attempt[] = []
  const redirectHeaders: Headers[] = []
  const exchanges: Exchange[] = []
  const cookies = new NavigationCookies()
  for (;;) {
    const started = performance.now()
    const sent = headersFor(at.url, request, cookies)
    const asking = client.fetch(at.url.href, { headers: sent, signal })
    const response = await endOnAbort(asking, signal)
    const refusal = response.status === 502 && pageProxy.failure(at.url, request.url)
    if (refusal) throw refusal
    const headers = withOneContentType(new Headers(response.headers))
    const told = {
      url: at.url,
      startedAt: started,
      method: 'GET',
      requestHeaders: Object.entries(sent),
      status: response.status,
      headers: [...headers],
    }
    at.isMoved ||= isRedirect(response)
    const target = redirectTarget({ status: response.status, headers }, at.url)
    if (target === undefined || (await request.mayFollow?.(target)) === false) {
      const coded = { headers, body: response.body as ReadableStream<Uint8Array> }
      const body = await readBody(coded, { maxBytes: request.maxBytes, pageProxy, signal })
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
      if (request.keepExchanges) exchanges.push(rebuildExchange({ ...told, body, isCut: false }))
      return {
        url: at.url,
        status: response.status,
        headers,
        redirectHeaders,
        body,
        exchanges: request.keepExchanges ? exchanges : undefined,
        trace,
      }
    }
    if (trace.length === MAX_REDIRECTS) throw new EgressFailure('too_many_redirects')
    trace.push({
      engine: 'stealth',
      url: at.url.href,
      status: response.status,
      reason: 'redirect',
      ms: Math.round(performance.now() - started),
    })
    redirectHeaders.push(headers)
    if (request.keepExchanges) exchanges.push(rebuildExchange({ ...told, body: new Uint8Array(), isCut: true }))
    await cookies.keep(at.url, headers)
    at.url = target
  }
}

/** The headers that the imitated browser does not set itself. The caller's keys go only to the URL's own origin. */
function headersFor(url: URL, request: PageRequest, cookies: NavigationCookies): Record<string, string> {
  const own = url.origin === request.url.origin
  const headers: Record<string, string> = request.mobile
    ? { 'user-agent': MOBILE_AGENT, 'sec-ch-ua-mobile': '?1', 'sec-ch-ua-platform': '"Android"' }
    : {}
  const wanted = callerHeaderNames(request)
  for (const [name, value] of pageHeaders(request))
    if (wanted.has(name) && !isOfConnection(name) && (own || isSafeAnywhere(name))) headers[name] = value
  const cookie = cookies.header(url, headers.cookie)
  return cookie ? { ...headers, cookie } : headers
}

/** The headers that the caller may set, by name. */
const callerHeaderNames = (request: PageRequest) =>
  new Set([
    ...(request.headers?.keys() ?? []),
    ...(request.authentication ? ['authorization'] : []),
    ...(request.userAgent ? ['user-agent'] : []),
    ...(request.location ? ['accept-language'] : []),
  ])

/** The client reports the kind of a failure by its class, and the rest in words. */
function reasonOf(error: unknown) {
  const { name = '', message = '' } = error as Error
  if (/certificate|tls|handshake/i.test(message)) return 'tls'
  if (/Decode|Decoding|reading response stream/i.test(`${name} ${message}`)) return 'broken_body'
  if (name === 'ConnectError') return 'refused'
  return 'reset'
}
