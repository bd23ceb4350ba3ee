import {
  type ApiError,
  type Attempt,
  authorizationOf,
  type Exchange,
  findBlock,
  type GuardedFetch,
  isApiError,
  isSafeAnywhere,
  type PageRequest,
  setHeader,
  timedOut,
} from 'weirjs'
import { takenForProgram } from './taken-for-program.ts'

/** A response with its whole body. */
export interface OnlineAnswer {
  /** The URL after redirects. */
  url: URL
  status: number
  headers: Headers
  body: Uint8Array
}

export interface AskInit {
  method?: 'GET' | 'POST'
  body?: string
  headers?: Record<string, string>
  /** Called with the target of each redirect before it is followed; if it throws, the request fails. */
  onRedirect?(to: URL): void
  /** The most bytes of the response; default: what the request allows. */
  maxBytes?: number
}

/**
 * Sends a request to an online service. Throws what `GuardedFetch` throws, reported for the page that the caller
 * named, and `scraping_failed` with reason `blocked` for a bot challenge.
 */
export type Ask = (url: URL, init?: AskInit) => Promise<OnlineAnswer>

/** The requests for a page, and a record of them. */
export interface OnlineSession {
  ask: Ask
  trace: Attempt[]
  redirectHeaders: Headers[]
  /** The service's responses, if they are to be kept; without those to posted requests. */
  exchanges: Exchange[]
}

interface SessionParts {
  fetch: GuardedFetch
  page: PageRequest
  /** Ends all requests; includes the request's time limit. */
  signal: AbortSignal
  /** The name of the service, for the trace. */
  service: string
}

/**
 * Starts a session for one page. The caller's headers that might contain secrets are sent only to the page's own
 * origin.
 */
export function createOnlineSession({ fetch, page, signal, service }: SessionParts): OnlineSession {
  const trace: Attempt[] = []
  const redirectHeaders: Headers[] = []
  const exchanges: Exchange[] = []

  const send = async (url: URL, { onRedirect, ...init }: AskInit): Promise<OnlineAnswer> => {
    const headers = headersFor(url, page)
    for (const [name, value] of Object.entries(init.headers ?? {})) if (!headers.has(name)) headers.set(name, value)
    let last = performance.now()
    const answer = await fetch(url, {
      ...init,
      headers,
      signal,
      maxBytes: init.maxBytes ?? page.maxBytes,
      proxy: page.proxy,
      insecure: page.skipTlsVerification,
      cookies: true,
      keepExchanges: page.keepExchanges && init.method !== 'POST',
      onHop(hop) {
        redirectHeaders.push(hop.headers)
        trace.push({
          engine: service,
          url: hop.url.href,
          status: hop.status,
          reason: 'redirect',
          ms: Math.round(hop.ms),
        })
        last = performance.now()
        const to = URL.parse(hop.headers.get('location') ?? '', hop.url)
        if (to) onRedirect?.(to)
      },
    })
    const body = await answer.bytes()
    exchanges.push(...(answer.exchanges ?? []))
    const ms = Math.round(performance.now() - last)
    trace.push({ engine: service, url: answer.url.href, status: answer.status, reason: null, ms })
    return { url: answer.url, status: answer.status, headers: answer.headers, body }
  }

  const ask: Ask = async (url, init = {}) => {
    const before = trace.at(-1)
    // The protocol continues, so the previous attempt was not the last.
    if (before) before.reason ??= 'protocol'
    try {
      const answer = await send(url, init)
      const block = findBlock(answer)
      if (block) throw takenForProgram(page.url, block)
      return answer
    } catch (error) {
      throw isApiError(error) ? aboutPage(error, page) : error
    }
  }
  return { ask, trace, redirectHeaders, exchanges }
}

/** Reports a failure for the page that the caller named. */
function aboutPage(error: ApiError, { url, timeout }: PageRequest): ApiError {
  if (error.code === 'timeout') return timedOut({ url, timeout }, error)
  return error.with({ details: { ...error.details, url: url.href } })
}

/** The caller's headers for this URL, and those that other parameters set. */
function headersFor(to: URL, { url, headers: own, userAgent, authentication, location }: PageRequest): Headers {
  const isOwn = to.origin === url.origin
  const headers = new Headers([...(own ?? [])].filter(([name]) => isOwn || isSafeAnywhere(name)))
  if (userAgent) setHeader(headers, 'user-agent', userAgent, 'userAgent')
  if (location?.languages?.length && !headers.has('accept-language'))
    setHeader(headers, 'accept-language', location.languages.join(', '), 'location.languages')
  if (isOwn && authentication) setHeader(headers, 'authorization', authorizationOf(authentication), 'authentication')
  return headers
}
