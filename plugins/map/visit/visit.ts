import sniffEncoding from 'html-encoding-sniffer'
import {
  type ApiError,
  type EngineContext,
  forbidsFollowing,
  isApiError,
  type Kit,
  type PageRequest,
  type Proxy,
  retryAfterOf,
} from 'weirjs'
import { type Content, headerLinks } from '../../content/service.ts'
import { type PageLinks, readLinks } from './read-links.ts'

/** What became of the visit to an address. */
export interface Visit {
  /** After redirects; null where there was no answer. */
  statusCode: number | null
  redirected: boolean
  /** After redirects. */
  url: URL
  /** Of an HTML page. */
  page: PageLinks | undefined
  error: ApiError | undefined
  /** No page, but what may be a list of them: a sitemap, a feed. */
  isXml?: true
  /** Scripts would make the page, or more of it, and did not run. */
  needsScript?: true
}

/** Bytes of a page: what is larger lists no links worth a map. */
const MAX_BYTES = 10 * 1024 * 1024
/** Milliseconds for one page, within those of the whole. */
const PAGE_TIME = 30_000

/** How an address is visited. */
export interface VisitOptions {
  /** Without one the cheapest. */
  engine: string | undefined
  /** What is sent, and what a browser does. */
  request: Partial<PageRequest>
  proxy: Proxy | undefined
  /** Whether a redirect may be followed there. */
  mayFollow(target: URL): Promise<boolean>
  /** What tells whether scripts would make the page; without it nobody asks. */
  inspect?: Content['inspect']
}

/**
 * Gets a page in its turn, and reads its links; once more where the host asked to be left alone for a while. Throws
 * the signal's reason; what fails otherwise is told.
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
    await politeness.recordResponse(url.host, { status: 0, ms: performance.now() - started })
    return { statusCode: null, redirected: false, url, page: undefined, error }
  } finally {
    endTurn()
  }
}

/** Of one that was not followed. */
const isRedirect = ({ status, headers }: { status: number; headers: Headers }) =>
  status >= 300 && status < 400 && headers.has('location')

/** What the headers of a page say as its head does. */
function addHeaders(page: PageLinks, headers: Headers) {
  if (forbidsFollowing(headers.get('x-robots-tag') ?? '')) page.nofollow = true
  for (const { kind, href } of headerLinks(headers.get('link')))
    (kind === 'sitemap' ? page.sitemaps : page.hrefs).push(href)
}

/** No type at all is taken for HTML, as a browser does. */
const isHtml = (headers: Headers) =>
  /^(?:$|text\/html|application\/xhtml\+xml)/i.test(headers.get('content-type') ?? '')

const isOfXml = (headers: Headers) =>
  /^(?:text|application)\/(?:(?:rss|atom|rdf)\+)?xml\b/i.test(headers.get('content-type') ?? '')

/** Bytes that are decoded at a stretch. */
const STRETCH = 512 * 1024

/** By byte order mark, charset and `<meta>`; UTF-8 where none is declared. Others have their turn meanwhile. */
async function decode(body: Uint8Array, headers: Headers): Promise<string> {
  const charset = /charset\s*=\s*["']?([^\s"';]+)/i.exec(headers.get('content-type') ?? '')?.[1]
  const encoding = sniffEncoding(body, { transportLayerEncodingLabel: charset, defaultEncoding: 'UTF-8' })
  const decoder = new TextDecoder(encoding)
  if (body.byteLength <= STRETCH) return decoder.decode(body)
  const parts: string[] = []
  for (let at = 0; at < body.byteLength; at += STRETCH) {
    parts.push(decoder.decode(body.subarray(at, at + STRETCH), { stream: true }))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return parts.join('') + decoder.decode()
}
