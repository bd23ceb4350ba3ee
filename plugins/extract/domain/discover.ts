import {
  ApiError,
  createPause,
  createScope,
  type EngineContext,
  followable,
  forbidsFollowing,
  isApiError,
  type Kit,
} from 'weirjs'
import type { Scraper } from '../../scrape/service.ts'
import { type GotPage, getPage } from '../pages/get-page.ts'
import { takeTurn } from '../pages/take-turn.ts'
import { Frontier, follow } from './frontier.ts'
import type { DomainInput } from './input.ts'
import { tellingWords, tellingWordsOfSchema } from './rank.ts'
import { readDomain } from './read-domain.ts'

/** The most URLs of a site that are considered. */
const MAX_CANDIDATES = 5000
/** The time limits in milliseconds for reading its sitemaps and for following its links. */
const MAX_TIME = 20_000

/**
 * The most relevant pages of a site, after its first page if the patterns include that: from those that its sitemaps
 * list, those that its first page links to, and those that the most promising of these link to in turn. Throws
 * ApiError if the first page cannot be fetched.
 */
export async function discover(
  input: DomainInput,
  context: EngineContext,
  kit: Pick<Kit, 'politeness'>,
  scraper: Scraper,
): Promise<URL[]> {
  const { start, got } = await findStart(input, context, kit, scraper)
  const home = new URL(got.page.url)
  const inScope = createScope(home, { ...input, sameDomain: true })
  const { signal } = context
  const robots = await kit.politeness.robots(home, { signal })
  await kit.politeness.applyCrawlDelay(home.host, robots)
  const wanted = new Set([...tellingWordsOfSchema(input.schema), ...tellingWords(input.prompt ?? '')])
  const frontier = new Frontier(wanted, MAX_CANDIDATES)
  for (const url of [home, start]) frontier.leaveOut(url)
  const add = (url: URL) => {
    // Another host of the site has a robots.txt of its own.
    if (inScope(url) && (url.origin !== home.origin || robots.allows(url))) frontier.add(url)
  }
  const addLinks = async ({ scraped: { data, metadata } }: GotPage) => {
    if (forbidsFollowing(String(metadata.robots ?? ''))) return
    const pause = createPause()
    for (const link of data.pageLinks?.pages.split('\n', MAX_CANDIDATES) ?? []) {
      // There may be many patterns and rules, and slow ones.
      const others = pause()
      if (others) await others
      const url = followable(link)
      if (url) add(url)
    }
  }
  await addLinks(got)
  if (input.maxPages > 1) {
    const time = Math.min(MAX_TIME, input.timeout / 3)
    await within(time, signal, (inTime) => addSitemaps(home, robots.sitemaps, { signal: inTime, add }, kit))
    await within(time, signal, (inTime) => {
      const read = { ...context, signal: inTime }
      return follow(frontier, input.maxPages - 1, async (url) => {
        if (!(await takeTurn(url, kit, inTime))) return
        await addLinks(await getPage(url, input, read, scraper, true))
      })
    })
  }
  const first = inScope(home) ? [start] : []
  return [...first, ...frontier.best(input.maxPages)].slice(0, input.maxPages)
}

/** What was found until then is kept. */
async function within(time: number, signal: AbortSignal, work: (inTime: AbortSignal) => Promise<void>): Promise<void> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(time)])
  try {
    await work(inTime)
  } catch (error) {
    signal.throwIfAborted()
    if (!inTime.aborted) throw error
  }
}

/** The first page of a site, over https, or over http if nothing responds there. */
async function findStart(
  input: DomainInput,
  context: EngineContext,
  { politeness }: Pick<Kit, 'politeness'>,
  scraper: Scraper,
): Promise<{ start: URL; got: GotPage }> {
  const addresses = readDomain(input.domain)
  for (const [i, start] of addresses.entries()) {
    try {
      const robots = await politeness.robots(start, { signal: context.signal })
      if (!robots.failure && !robots.allows(start)) throw forbidden(start)
      await politeness.applyCrawlDelay(start.host, robots)
      await politeness.waitForSlot(start.host, context.signal)
      return { start, got: await getPage(start, input, context, scraper, true) }
    } catch (error) {
      const isLast = i === addresses.length - 1
      const mayPass = isApiError(error) && /^(?:refused|tls|reset)$/.test(String(error.details.reason))
      if (isLast || !mayPass) throw error
    }
  }
  throw new Error('A domain has at least one address')
}

export const forbidden = (url: URL) =>
  new ApiError('extraction_failed', "The site's robots.txt disallows this page or cannot be read", {
    url: url.href,
    reason: 'robots',
  })

async function addSitemaps(
  home: URL,
  named: readonly string[],
  { signal, add }: { signal: AbortSignal; add(url: URL): void },
  { politeness }: Pick<Kit, 'politeness'>,
) {
  let seen = 0
  for await (const url of politeness.sitemap(home, named, { signal })) {
    add(url)
    if (++seen >= MAX_CANDIDATES) break
  }
}
