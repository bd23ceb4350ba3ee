import { type EngineContext, type Engines, type FetchedPage, isApiError, needsOf, type PageRequest } from 'weirjs'
import type { Content, PageInspection } from '../../content/service.ts'
import { followRefresh, type InspectedPage, traceOf } from './follow-refresh.ts'

export interface FilledPage {
  page: FetchedPage
  /** Why the page may differ from what a browser would show. */
  warnings: string[]
  /** Whether it shows nothing, even after it was rendered for longer. */
  isEmpty: boolean
}

/** Needs for which a browser is used, so that scripts have run already. */
const runningScript = ['javascript', 'actions', 'screenshot', 'pdf'] as const
/** Minimum milliseconds left of the request's time to start a browser. */
const MIN_TIME_LEFT = 1000
/** Additional milliseconds for a page that shows nothing. */
const LONGER = 3000

interface Ports {
  engines: Pick<Engines, 'fetch' | 'supports'>
  inspect: Content['inspect']
}

/**
 * Fetches a page, and follows redirects in its markup. If the caller has named no engine and the page is filled by
 * scripts, the first ready browser renders it; without one, the page is returned as it is, with a warning. A rendered
 * page that shows nothing is rendered for longer, and if that does not help there is a warning. Source: decisions
 * 5.3.
 */
export async function fetchFilled(
  ports: Ports,
  request: PageRequest,
  context: EngineContext,
  engine: string | undefined,
): Promise<FilledPage> {
  const { engines } = ports
  const ends = performance.now() + request.timeout
  const left = () => ends - performance.now()
  const get = async (wanted: PageRequest): Promise<InspectedPage> => {
    const page = await engines.fetch(wanted, context, engine)
    return { page, inspection: await inspectAnswer(ports, page, context) }
  }
  const seen = await get(request)
  if (isRendered(engines, request, engine)) {
    if (!seen.inspection.isEmpty) return shown(seen.page)
    return fetchLonger(ports, seen.page, { request, context, engine, left })
  }
  const getNext = (wanted: PageRequest) => get({ ...wanted, timeout: left() })
  const { page, inspection: first } = await followRefresh(seen, { request, context, get: getNext })
  if (engine !== undefined || !first.needsScript) return first.isEmpty ? empty(page) : shown(page)
  try {
    if (left() < MIN_TIME_LEFT) return unfilled(page, first.isEmpty, 'no time was left for it')
    const rendered = { ...request, javascript: true }
    const filled = await engines.fetch({ ...rendered, timeout: left(), answer: answerOf(page, request) }, context)
    const whole = {
      ...filled,
      exchanges: filled.exchanges ?? page.exchanges,
      // A browser that shows a known answer does not report its cookies.
      redirectHeaders: filled.redirectHeaders && [page.headers, ...filled.redirectHeaders],
      trace: [...traceOf(page, 'script_shell'), ...filled.trace],
    }
    if (!(await inspectAnswer(ports, whole, context)).isEmpty) return shown(whole)
    return await fetchLonger(ports, whole, { request: rendered, context, engine, left })
  } catch (error) {
    if (!isApiError(error) || context.signal.aborted) throw error
    return unfilled(page, first.isEmpty, error.message)
  }
}

interface Longer {
  request: PageRequest
  context: EngineContext
  engine: string | undefined
  /** Milliseconds left of the request's time. */
  left(): number
}

/** Renders an empty page for longer, unless that would repeat the caller's actions or script. */
async function fetchLonger(
  ports: Ports,
  page: FetchedPage,
  { request, context, engine, left }: Longer,
): Promise<FilledPage> {
  if (request.actions?.length || request.executeJS || left() < MIN_TIME_LEFT) return empty(page)
  try {
    const waitFor = Math.max(request.waitFor ?? 0, Math.min(LONGER, left() / 2))
    const again = await ports.engines.fetch({ ...request, waitFor, timeout: left() }, context, engine)
    const whole = { ...again, trace: [...traceOf(page, 'empty'), ...again.trace] }
    return (await inspectAnswer(ports, whole, context)).isEmpty ? empty(whole) : shown(whole)
  } catch (error) {
    if (!isApiError(error) || context.signal.aborted) throw error
    return empty(page)
  }
}

const isRendered = (engines: Ports['engines'], request: PageRequest, engine: string | undefined): boolean => {
  const needs = needsOf(request)
  return runningScript.some((need) => needs[need]) || (engine !== undefined && !!engines.supports(engine).javascript)
}

const inspectAnswer = async (
  { inspect }: Ports,
  { status, headers, body }: FetchedPage,
  context: EngineContext,
): Promise<PageInspection> =>
  status < 500 && /html|^$/i.test(headers.get('content-type') ?? '')
    ? inspect(body, context)
    : { needsScript: false, isEmpty: false, leadsTo: null }

/**
 * The answer, if a browser need not request it again. After redirects their cookies would be missing, a site may
 * answer browsers differently, and recorded exchanges must have taken place.
 */
const answerOf = (page: FetchedPage, { stealth, mobile, keepExchanges }: PageRequest): PageRequest['answer'] => {
  const isSame = !stealth && !mobile && !/user-agent|\*/i.test(page.headers.get('vary') ?? '')
  return isSame && !keepExchanges && page.redirectHeaders?.length === 0 ? page : undefined
}

const shown = (page: FetchedPage): FilledPage => ({ page, warnings: [], isEmpty: false })
const empty = (page: FetchedPage): FilledPage => ({
  page,
  warnings: ['The page shows no text: content that appears later, or for other visitors, is not in the response'],
  isEmpty: true,
})
const unfilled = (page: FetchedPage, isEmpty: boolean, why: string): FilledPage => ({
  page,
  warnings: [`The page is filled by scripts, which did not run: ${why}`],
  isEmpty,
})
