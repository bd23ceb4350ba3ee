import {
  type ApiError,
  type EngineContext,
  type FetchedPage,
  isApiError,
  isWithoutResponse,
  type Kit,
  type PageRequest,
  type Proxy,
  retryAfterOf,
} from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Content } from '../../content/service.ts'
import { type MappedPage, readPage } from './read-page.ts'

/** The outcome of a visit. */
export interface Visit {
  /** After redirects; null without a response. */
  statusCode: number | null
  redirected: boolean
  /** After redirects. */
  url: URL
  /** Set for an HTML page. */
  page: MappedPage | undefined
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
  /** How pages are read. */
  reading: ContentOptions
  /** Whether to tell if the page needs scripts. */
  inspects: boolean
}

type Ports = Pick<Kit, 'engines' | 'politeness' | 'clock'> & { content: Pick<Content, 'convert' | 'inspect'> }

/**
 * Fetches a page in its host's turn and reads its links. Tries once more if the host asked for a pause. Throws the
 * signal's reason; other failures are part of the result.
 */
export async function visit(url: URL, options: VisitOptions, context: EngineContext, ports: Ports): Promise<Visit> {
  const { signal } = context
  try {
    const first = await fetchInTurn(url, options, context, ports)
    const isBusy = first.status === 429 || first.status === 503
    const answer = isBusy ? await fetchInTurn(url, options, context, ports) : first
    const { status, headers, body } = answer
    const read = isHtml(headers) ? await readPage(answer, ports.content, options.reading, context) : undefined
    const page = read?.isXml ? undefined : read
    const inspected = page && options.inspects ? await ports.content.inspect(body, context) : undefined
    signal.throwIfAborted()
    const redirected =
      answer.trace.some(({ reason }) => reason === 'redirect') || answer.url.href !== url.href || isRedirect(answer)
    const needsScript = inspected?.needsScript === true && { needsScript: true as const }
    const isXml = (read?.isXml || isOfXml(headers)) && { isXml: true as const }
    return { statusCode: status, redirected, url: answer.url, page, error: undefined, ...needsScript, ...isXml }
  } catch (error) {
    signal.throwIfAborted()
    if (!isApiError(error)) throw error
    return { statusCode: null, redirected: false, url, page: undefined, error }
  }
}

async function fetchInTurn(
  url: URL,
  { engine, request: asked, proxy, mayFollow }: VisitOptions,
  context: EngineContext,
  { engines, politeness, clock }: Ports,
): Promise<FetchedPage> {
  const endTurn = await politeness.acquire(url.host, context.signal)
  const started = performance.now()
  try {
    const request = { ...asked, url, timeout: PAGE_TIME, maxBytes: MAX_BYTES, proxy, mayFollow }
    const answer = await engines.fetch(request, context, engine)
    const retryAfter = retryAfterOf(answer.headers, clock.now())
    const ms = performance.now() - started
    await politeness.recordResponse(url.host, { status: answer.status, ms, retryAfter })
    return answer
  } catch (error) {
    context.signal.throwIfAborted()
    if (isApiError(error) && isWithoutResponse(error))
      await politeness.recordResponse(url.host, { status: 0, ms: performance.now() - started })
    throw error
  } finally {
    endTurn()
  }
}

/** Whether a response is a redirect that was not followed. */
const isRedirect = ({ status, headers }: FetchedPage) => status >= 300 && status < 400 && headers.has('location')

/** Whether it is HTML; a missing type counts as HTML, as in browsers. */
const isHtml = (headers: Headers) =>
  /^(?:$|text\/html|application\/xhtml\+xml)/i.test(headers.get('content-type') ?? '')

const isOfXml = (headers: Headers) =>
  /^(?:text|application)\/(?:(?:rss|atom|rdf)\+)?xml\b/i.test(headers.get('content-type') ?? '')
