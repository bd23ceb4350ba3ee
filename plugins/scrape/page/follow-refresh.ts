import { type EngineContext, type FetchedPage, isApiError, type PageRequest } from 'weirjs'
import type { PageInspection } from '../../content/service.ts'
import { withoutSecrets } from '../without-secrets.ts'

export interface InspectedPage {
  page: FetchedPage
  inspection: PageInspection
}

interface Following {
  /** The request for the last page. */
  request: PageRequest
  context: EngineContext
  get(request: PageRequest): Promise<InspectedPage>
}

/** Maximum number of redirects in a row. */
const MAX_HOPS = 5

/**
 * Follows the redirects of pages that show hardly anything and redirect by their markup. Returns the page itself if
 * the redirect may not be followed, or its target cannot be fetched.
 */
export async function followRefresh(seen: InspectedPage, { request, ...following }: Following): Promise<InspectedPage> {
  let last = { seen, request }
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const next = await follow(last.seen, { ...following, request: last.request })
    if (next === undefined) break
    last = next
  }
  return last.seen
}

async function follow({ page, inspection }: InspectedPage, { request, context, get }: Following) {
  // A missing page stays missing, wherever its site would redirect visitors.
  const url = inspection.leadsTo === null || page.status >= 400 ? null : URL.parse(inspection.leadsTo, page.url)
  if (url === null || !/^https?:$/.test(url.protocol) || withoutHash(url) === withoutHash(page.url)) return undefined
  if (request.mayFollow && !(await request.mayFollow(url))) return undefined
  try {
    // Another origin could redirect anywhere, so no secrets are sent any more.
    const isOwn = [page.url, url].every(({ origin }) => origin === request.url.origin)
    const asked = { ...(isOwn ? request : withoutSecrets(request)), url }
    const next = await get(asked)
    return { seen: { ...next, page: behind(page, next.page) }, request: asked }
  } catch (error) {
    if (!isApiError(error) || context.signal.aborted) throw error
    return undefined
  }
}

const withoutHash = ({ href, hash }: URL) => href.slice(0, href.length - hash.length)

/** A page, with the history of the one that led to it. */
const behind = (page: FetchedPage, next: FetchedPage): FetchedPage => ({
  ...next,
  redirectHeaders: page.redirectHeaders &&
    next.redirectHeaders && [...page.redirectHeaders, page.headers, ...next.redirectHeaders],
  ...(next.exchanges && { exchanges: [...(page.exchanges ?? []), ...next.exchanges] }),
  trace: [...traceOf(page, 'redirect'), ...next.trace],
})

/** The steps to a page that was not the last one, with the reason why it was not. */
export const traceOf = ({ trace }: FetchedPage, reason: string) =>
  trace.map((attempt) => ({ ...attempt, reason: attempt.reason ?? reason }))
