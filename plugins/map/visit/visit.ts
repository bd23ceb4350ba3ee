import sniffEncoding from 'html-encoding-sniffer'
import {
  type ApiError,
  type EngineContext,
  forbidsFollowing,
  isApiError,
  isWithoutResponse,
  type Kit,
  type PageRequest,
  type Proxy,
  retryAfterOf,
} from 'weirjs'
import { type Content, headerLinks } from '../../content/service.ts'
import { type PageLinks, readLinks } from './read-links.ts'

/** The outcome of a visit. */
export interface Visit {
  /** After redirects; null without a response. */
  statusCode: number | null
  redirected: boolean
  /** After redirects. */
  url: URL
  /** Set for an HTML page. */
  page: PageLinks | undefined
  error: ApiError | undefined
  /** XML, which may be a sitemap or a feed. */
  isXml?: true
  /** Whether the page, or parts of it, would be created by scripts, which did not run. */
  needsScript?: true
}

/** The most bytes of a page: larger pages have no links that matter for a map. */
const MAX_BYTES = 10 * 1024 * 1024
/** The most milliseconds for one page, within the time of the map. */
const PAGE_TIME = 30_000

/** How a URL is visited. */
export interface VisitOptions {
  /** Default: the cheapest. */
  engine: string | undefined
  /** Headers and other options, and what a browser does on the page. */
  request: Partial<PageRequest>
  proxy: Proxy | undefined
  /** Whether a redirect to this URL may be followed. */
  mayFollow(target: URL): Promise<boolean>
  /** Tells whether a page needs scripts. */
  inspect?: Content['inspect']
}

/**
 * Fetches a page in its host's turn and reads its links. Tries once more if the host asked for a pause. Throws the
 * signal's reason; other failures are part of the result.
 */
export async function visit(...visited: Parameters<typeof visitOnce>): Promise<Visit> {
  const first = await visitOnce(...visited)
  return first.statusCode === 429 || first.statusCode === 503 ? visitOnce(...visited) : first
}

async function visitOnce(
  url: URL,
  { engine, request: asked, proxy, mayFollow, inspect }: VisitOptions,
  { signal, ...context }: EngineContext,
  { engines, politeness, clock }: Pick<Kit, 'engines' | 'politeness' | 'clock'>,
): Promise<Visit> {
  const endTurn = await politeness.acquire(url.host, signal)
  const started = performance.now()
  try {
    const request = { ...asked, url, timeout: PAGE_TIME, maxBytes: MAX_BYTES, proxy, mayFollow }
    const answer = await engines.fetch(request, { ...context, signal }, engine)
    const retryAfter = retryAfterOf(answer.headers, clock.now())
    const ms = performance.now() - started
    await politeness.recordResponse(url.host, { status: answer.status, ms, retryAfter })
    const page = isHtml(answer.headers)
      ? await readLinks(await decode(answer.body, answer.headers), answer.url)
      : undefined
    signal.throwIfAborted()
    if (page) addHeaders(page, answer.headers)
    const inspected = page && (await inspect?.(answer.body, { account: context.account, signal }))
    const redirected =
      answer.trace.some(({ reason }) => reason === 'redirect') || answer.url.href !== url.href || isRedirect(answer)
    const needsScript = inspected?.needsScript === true && { needsScript: true as const }
    const isXml = isOfXml(answer.headers) && { isXml: true as const }
    return { statusCode: answer.status, redirected, url: answer.url, page, error: undefined, ...needsScript, ...isXml }
  } catch (error) {
    signal.throwIfAborted()
    if (!isApiError(error)) throw error
    if (isWithoutResponse(error))
      await politeness.recordResponse(url.host, { status: 0, ms: performance.now() - started })
    return { statusCode: null, redirected: false, url, page: undefined, error }
  } finally {
    endTurn()
  }
}

/** Whether a response is a redirect that was not followed. */
const isRedirect = ({ status, headers }: { status: number; headers: Headers }) =>
  status >= 300 && status < 400 && headers.has('location')

/** Adds the headers that have the meaning of elements in a page's head. */
function addHeaders(page: PageLinks, headers: Headers) {
  if (forbidsFollowing(headers.get('x-robots-tag') ?? '')) page.nofollow = true
  for (const { kind, href } of headerLinks(headers.get('link')))
    (kind === 'sitemap' ? page.sitemaps : page.hrefs).push(href)
}

/** Whether it is HTML; a missing type counts as HTML, as in browsers. */
const isHtml = (headers: Headers) =>
  /^(?:$|text\/html|application\/xhtml\+xml)/i.test(headers.get('content-type') ?? '')

const isOfXml = (headers: Headers) =>
  /^(?:text|application)\/(?:(?:rss|atom|rdf)\+)?xml\b/i.test(headers.get('content-type') ?? '')

/** Bytes that are decoded at a time. */
const SLICE = 512 * 1024

/** Decodes by byte order mark, charset and `<meta>`, otherwise as UTF-8. Pauses for other requests. */
async function decode(body: Uint8Array, headers: Headers): Promise<string> {
  const charset = /charset\s*=\s*["']?([^\s"';]+)/i.exec(headers.get('content-type') ?? '')?.[1]
  const encoding = sniffEncoding(body, { transportLayerEncodingLabel: charset, defaultEncoding: 'UTF-8' })
  const decoder = new TextDecoder(encoding)
  if (body.byteLength <= SLICE) return decoder.decode(body)
  const parts: string[] = []
  for (let at = 0; at < body.byteLength; at += SLICE) {
    parts.push(decoder.decode(body.subarray(at, at + SLICE), { stream: true }))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return parts.join('') + decoder.decode()
}
