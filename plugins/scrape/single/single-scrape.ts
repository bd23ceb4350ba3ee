import { type Account, type ChargeOptions, type Kit, PageTime, toCredits } from 'weirjs'
import { type CachedPage, type PageCache, readCached } from '../cache/index.ts'
import type { ScrapeConfig } from '../config.ts'
import type { PageOptions } from '../options/page-options.ts'
import type { Pages } from '../page/create-scraper.ts'
import type { Observers } from '../page/observe.ts'
import { saveFiles } from '../save-files.ts'
import type { ScrapeData, ScrapeReply } from '../schema.ts'

/** Milliseconds that a hold lasts beyond the request's timeout. */
const HOLD_MARGIN = 30_000
const use = { endpoint: 'scrape', pages: 1 }

export interface SingleRequest extends ChargeOptions {
  url: URL
  options: PageOptions
  account: Account
  signal: AbortSignal
  /** The warnings of the answer, to which more are added. */
  warnings: string[]
}

/** The parts that scraping needs. */
export interface ScrapeParts {
  cache: PageCache
  pages: Pages
  observers: Observers
}

type Found = ReturnType<PageCache['find']>

/** Answers requests for one page, and charges for them. */
export interface SingleScrape {
  /** From the cache, at the same price, or with the current page. */
  reply(request: SingleRequest): Promise<ScrapeReply>
  /** The same, as data. */
  data(request: SingleRequest): Promise<ScrapeData>
}

export function createSingleScrape(kit: Kit<ScrapeConfig>, { pages, cache, observers }: ScrapeParts): SingleScrape {
  const charge = ({ millicredits }: CachedPage, { account, idempotency }: SingleRequest) =>
    kit.credits.charge(account.id, millicredits, use, { idempotency })
  /** Whether a cached answer can be sent as it is. To store files and notify observers, it needs a hold. */
  const isReady = (cached: CachedPage, { zeroRetention }: PageOptions, accountId: string) =>
    cached.files.length === 0 && (zeroRetention || !observers.mustSee(cached, accountId))

  /** The page as it is now, or as the cache has it. */
  const scrape = async ({ url, options, account, signal, warnings, idempotency }: SingleRequest, found: Found) => {
    const { timeout } = options.request
    using time = new PageTime({ url, timeout }, signal)
    const cached = found instanceof Promise ? await time.wait(found) : found
    if (cached && isReady(cached, options, account.id)) return cached
    const expiresIn = timeout + HOLD_MARGIN
    await using hold = await kit.credits.hold(account.id, pages.estimate(options), { expiresIn, idempotency })
    const context = { signal, account, priority: options.priority }
    const page = cached ? readCached(cached, options) : await pages.fresh(url, options, context, time)
    warnings.push(...(page.warnings ?? []))
    const files = await time.wait(saveFiles(page.files, account.id, kit))
    const observed = await time.wait(observers.observe({ account, url, page }))
    await hold.capture(page.millicredits, use, observed)
    if (cached) observers.haveSeen(cached, account.id)
    const metadata = { ...page.metadata, creditsUsed: toCredits(hold.captured) }
    return { ...page.data, ...files, metadata }
  }
  const isCached = (answer: CachedPage | ScrapeData): answer is CachedPage => 'reply' in answer

  return {
    async reply(request) {
      const { url, options, account, warnings } = request
      const found = cache.find(url, options, account.id)
      const isAtHand = found && !(found instanceof Promise) && isReady(found, options, account.id)
      const answer = isAtHand ? found : await scrape(request, found)
      if (!isCached(answer)) return { success: true, processingMode: 'single', data: answer }
      await charge(answer, request)
      return passOn(answer, warnings)
    },
    async data(request) {
      const { url, options, account } = request
      const answer = await scrape(request, cache.find(url, options, account.id))
      if (!isCached(answer)) return answer
      await charge(answer, request)
      return JSON.parse(new TextDecoder().decode(answer.reply)).data
    },
  }
}

function passOn({ reply }: CachedPage, warnings: readonly string[]): ScrapeReply {
  const more = () => Buffer.from(`,"warnings":${JSON.stringify(warnings)}}`)
  const body = warnings.length > 0 ? Buffer.concat([reply.subarray(0, -1), more()]) : reply
  const headers = { 'content-type': 'application/json', 'content-length': String(body.byteLength) }
  // Elysia takes a response in place of what the route's schema says, and its types do not.
  return new Response(body, { headers }) as unknown as ScrapeReply
}
