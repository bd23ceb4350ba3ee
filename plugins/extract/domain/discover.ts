import {
  ApiError,
  createScope,
  type EngineContext,
  followable,
  forbidsFollowing,
  isApiError,
  type Kit,
  normaliseUrl,
} from 'weirjs'
import type { Scraper } from '../../scrape/service.ts'
import { type GotPage, getPage } from '../pages/get-page.ts'
import type { DomainInput } from './input.ts'
import { relevance, wordsOf, wordsOfSchema } from './rank.ts'
import { readDomain } from './read-domain.ts'

/** Addresses of a site that are looked at, and milliseconds for its sitemaps. */
const MAX_CANDIDATES = 5000
const SITEMAPS_TIME = 20_000

/**
 * The pages of a site that seem to tell most of what is wanted, and its first page before them. Throws ApiError where
 * there is no first page to be had.
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
  const found = new Map<string, URL>()
  const add = (url: URL) => {
    const key = normaliseUrl(url)
    if (found.size < MAX_CANDIDATES && !found.has(key) && inScope(url) && robots.allows(url)) found.set(key, url)
  }
  const links = got.scraped.data.pageLinks
  if (!forbidsFollowing(String(got.scraped.metadata.robots ?? '')))
    for (const link of links?.pages.split('\n', MAX_CANDIDATES) ?? []) {
      const url = followable(link)
      if (url) add(url)
    }
  if (input.maxPages > 1) await addSitemaps(home, robots.sitemaps, { signal, add }, kit)
  found.delete(normaliseUrl(home))
  found.delete(normaliseUrl(start))
  const wanted = new Set([...wordsOfSchema(input.schema), ...wordsOf(input.prompt ?? '')])
  const ranked = [...found.values()]
    .map((url, place) => ({ url, place, score: relevance(url, wanted) }))
    .sort((a, b) => b.score - a.score || a.place - b.place)
  const first = createScope(home, { sameDomain: true, excludePatterns: input.excludePatterns })(home) ? [start] : []
  return [...first, ...ranked.map(({ url }) => url)].slice(0, input.maxPages)
}

/** The first page of a site: by https, and where nobody answers there by http. */
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
      return { start, got: await getPage(start, input, context, scraper, true) }
    } catch (error) {
      const isLast = i === addresses.length - 1
      const mayPass = isApiError(error) && /^(?:refused|tls|reset)$/.test(String(error.details.reason))
      if (isLast || !mayPass) throw error
    }
  }
  throw new Error('A domain has at least one address')
}

const forbidden = (url: URL) =>
  new ApiError('extraction_failed', 'The robots.txt of the site does not allow its first page', {
    url: url.href,
    reason: 'robots',
  })

async function addSitemaps(
  home: URL,
  named: readonly string[],
  { signal, add }: { signal: AbortSignal; add(url: URL): void },
  { politeness }: Pick<Kit, 'politeness'>,
) {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(SITEMAPS_TIME)])
  let seen = 0
  try {
    for await (const url of politeness.sitemap(home, named, { signal: inTime })) {
      add(url)
      if (++seen >= MAX_CANDIDATES) break
    }
  } catch (error) {
    // What was listed by then is there.
    signal.throwIfAborted()
    if (!inTime.aborted) throw error
  }
}
