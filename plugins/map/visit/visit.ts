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
import { headerLinks } from '../../content/service.ts'
import { type PageLinks, readLinks } from './read-links.ts'

/** The outcome of a visit. */
export interface Visit {
  /** After redirects; null if there was no response. */
  statusCode: number | null
  redirected: boolean
  /** After redirects. */
  url: URL
  /** For an HTML page. */
  page: PageLinks | undefined
  error: ApiError | undefined
}

/** Size limit of a page in bytes: a larger one has no links worth listing. */
const MAX_BYTES = 10 * 1024 * 1024
/** Time limit of one page in milliseconds, within the total. */
const PAGE_TIME = 30_000

/** How a URL is visited. */
export interface VisitOptions {
  /** Default: the cheapest one. */
  engine: string | undefined
  /** The headers, and what a browser does. */
  request: Partial<PageRequest>
  proxy: Proxy | undefined
  /** Whether a redirect to this URL may be followed. */
  mayFollow(target: URL): Promise<boolean>
}

/**
 * Fetches a page when its turn comes, and reads its links; once more if the host asked to be left alone for a while.
 * Throws the signal's reason; other failures are part of the outcome.
 */
export async function visit(...visited: Parameters<typeof visitOnce>): Promise<Visit> {
  const first = await visitOnce(...visited)
  return first.statusCode === 429 || first.statusCode === 503 ? visitOnce(...visited) : first
}

async function visitOnce(
  url: URL,
  { engine, request: asked, proxy, mayFollow }: VisitOptions,
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
    const redirected =
      answer.trace.some(({ reason }) => reason === 'redirect') || answer.url.href !== url.href || isRedirect(answer)
    return { statusCode: answer.status, redirected, url: answer.url, page, error: undefined }
  } catch (error) {
    signal.throwIfAborted()
    if (!isApiError(error)) throw error
    await politeness.recordResponse(url.host, { status: 0, ms: performance.now() - started })
    return { statusCode: null, redirected: false, url, page: undefined, error }
  } finally {
    endTurn()
  }
}

/** The target of a redirect that was not followed. */
const isRedirect = ({ status, headers }: { status: number; headers: Headers }) =>
  status >= 300 && status < 400 && headers.has('location')

/** What a page's headers say, like its head. */
function addHeaders(page: PageLinks, headers: Headers) {
  if (forbidsFollowing(headers.get('x-robots-tag') ?? '')) page.nofollow = true
  for (const { kind, href } of headerLinks(headers.get('link')))
    (kind === 'sitemap' ? page.sitemaps : page.hrefs).push(href)
}

/** A missing type counts as HTML, as in a browser. */
const isHtml = (headers: Headers) =>
  /^(?:$|text\/html|application\/xhtml\+xml)/i.test(headers.get('content-type') ?? '')

/** Bytes decoded at a stretch. */
const STRETCH = 512 * 1024

/** Decodes by byte order mark, charset and `<meta>`; UTF-8 by default. Lets others run meanwhile. */
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
