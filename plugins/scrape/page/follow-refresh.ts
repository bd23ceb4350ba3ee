import { type EngineContext, type FetchedPage, isApiError, type PageRequest } from 'weirjs'
import type { PageInspection } from '../../content/service.ts'
import { withoutSecrets } from '../without-secrets.ts'

export interface InspectedPage {
  page: FetchedPage
  inspection: PageInspection
}

interface Following {
  /** As the last page was asked for. */
  request: PageRequest
  context: EngineContext
  get(request: PageRequest): Promise<InspectedPage>
}

/** Pages in a row that lead elsewhere. */
const MAX_HOPS = 5

/**
 * What a page leads to that shows hardly anything and goes elsewhere by its markup: to browsers that is a redirect.
 * The page itself where that may not be followed, or cannot be had.
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
  // A page that is missing stays so, wherever its site would have its visitors go.
  const url = inspection.leadsTo === null || page.status >= 400 ? null : URL.parse(inspection.leadsTo, page.url)
  if (url === null || !/^https?:$/.test(url.protocol) || withoutHash(url) === withoutHash(page.url)) return undefined
  if (request.mayFollow && !(await request.mayFollow(url))) return undefined
  try {
    // What another origin leads to is its choice, and gets no secrets back.
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

/** A page with what led to it. */
const behind = (page: FetchedPage, next: FetchedPage): FetchedPage => ({
  ...next,
  redirectHeaders: page.redirectHeaders &&
    next.redirectHeaders && [...page.redirectHeaders, page.headers, ...next.redirectHeaders],
  ...(next.exchanges && { exchanges: [...(page.exchanges ?? []), ...next.exchanges] }),
  trace: [...traceOf(page, 'redirect'), ...next.trace],
})

/** The attempts at a page, the last of which was not the end of it. */
export const traceOf = ({ trace }: FetchedPage, reason: string) =>
  trace.map((attempt) => ({ ...attempt, reason: attempt.reason ?? reason }))
