import { type Caller, type Kit, PageTime, toCredits } from 'weirjs'
import { type CachedPage, readCached } from './cache/index.ts'
import type { ScrapeConfig } from './config.ts'
import type { PageOptions } from './options.ts'
import type { ScrapeReply } from './schema.ts'
import type { ScrapeState } from './state.ts'
import { store } from './store.ts'

/** Beyond a request's own time, its hold lasts this long, in ms. */
const HOLD_MARGIN = 30_000
const use = { endpoint: 'scrape', pages: 1 }

export interface SingleRequest {
  url: URL
  options: PageOptions
  caller: Caller
  signal: AbortSignal
  /** What the answer warns of; added to. */
  warnings: string[]
}

/**
 * Answers requests for one page, and charges them: from the cache, which costs the same, or else with the page as it
 * is now.
 */
export function createSingleScrape(kit: Kit<ScrapeConfig>, { pages, cache, observers }: ScrapeState) {
  const charge = async (cached: CachedPage, accountId: string, warnings: readonly string[]) => {
    await kit.credits.charge(accountId, cached.millicredits, use)
    return passOn(cached, warnings)
  }
  /** Whether an answer can be passed on as it is. Files are stored and pages observed while a hold covers it. */
  const isReady = (cached: CachedPage, accountId: string) =>
    cached.files.length === 0 && !observers.await(cached, accountId)

  return async ({ url, options, caller, signal, warnings }: SingleRequest): Promise<ScrapeReply> => {
    const accountId = caller.account.id
    const known = cache.recall(url, options, accountId)
    if (known && isReady(known, accountId)) return charge(known, accountId, warnings)
    const { timeout } = options.request
    using time = new PageTime({ url, timeout }, signal)
    const cached = known ?? (await time.wait(cache.find(url, options, accountId)))
    if (cached && isReady(cached, accountId)) return charge(cached, accountId, warnings)
    const expiresIn = timeout + HOLD_MARGIN
    await using hold = await kit.credits.hold(accountId, pages.estimate(options), { expiresIn })
    const context = { signal, account: caller.account, priority: options.priority }
    const page = cached ? readCached(cached) : await pages.fresh(url, options, context, time)
    warnings.push(...(page.warnings ?? []))
    const files = await time.wait(store(page.files, accountId, kit))
    const { account } = caller
    const observed = observers.any ? await time.wait(observers.observe({ account, url, page })) : undefined
    await hold.capture(page.millicredits, use, observed)
    if (cached) observers.haveSeen(cached, accountId)
    const metadata = { ...page.metadata, creditsUsed: toCredits(hold.captured) }
    return { success: true, processingMode: 'single', data: { ...page.data, ...files, metadata } }
  }
}

function passOn({ reply }: CachedPage, warnings: readonly string[]): ScrapeReply {
  const more = () => Buffer.from(`,"warnings":${JSON.stringify(warnings)}}`)
  const body = warnings.length > 0 ? Buffer.concat([reply.subarray(0, -1), more()]) : reply
  // Elysia takes a response in place of what the route's schema says, and its types do not.
  return new Response(body, { headers: { 'content-type': 'application/json' } }) as unknown as ScrapeReply
}
