import { type GuardedFetch, isTimeUp, type Kit, normaliseUrl, parseHttpUrl } from 'weirjs'
import type { SearchAnswer, SearchHit, SearchProvider, SearchQuery, SilentSource, Source } from '../service.ts'
import { mayLieIn, rangeHolding, sources } from '../sources.ts'
import {
  askService,
  entriesOf,
  isResultList,
  notSetUp,
  objectsOf,
  pauseOf,
  type ServiceAnswer,
  searchFailed,
  stringOf,
  tooOften,
} from './ask-service.ts'
import type { ProviderSettings } from './settings.ts'

const NAME = 'searxng'
/** The most consecutive pages of results that are requested although none of their hits is in the wanted period. */
const MAX_UNDATED = 3

/** SearXNG through its JSON API. Source: its documentation, `dev/search_api`. */
export function createSearxng(
  { searxngUrl }: ProviderSettings,
  { operatorFetch, clock }: Pick<Kit, 'operatorFetch' | 'clock'>,
): SearchProvider {
  if (searxngUrl === undefined) return notSetUp('WEIR_SEARXNG_URL', 'a SearXNG')
  const base = searxngUrl.replace(/\/$/, '')
  const fetch = operatorFetch(base)

  return {
    sources,
    async search(query, signal) {
      const { period } = query
      const hits = new Map<string, SearchHit>()
      const seen = new Set<string>()
      const silent = new Map<string, SilentSource>()
      // SearXNG has no page size. A page without new hits is the last one, so there are at most as many pages as
      // hits.
      for (let page = 1, undated = 0; hits.size < query.limit && undated < MAX_UNDATED; page++) {
        const before = { seen: seen.size, hits: hits.size }
        const answer = await askPage(fetch, addressOf(base, query, { page, now: clock.now() }), {
          signal,
          now: clock.now(),
          source: query.source,
        }).catch((error) => {
          // Hits of the first pages are better than an error, unless the caller is gone.
          if (before.hits === 0 || (signal.aborted && !isTimeUp(signal))) throw error
          return undefined
        })
        for (const hit of answer?.hits ?? []) {
          const key = keyOf(hit)
          if (key === undefined || seen.has(key)) continue
          seen.add(key)
          if (!period || mayLieIn(hit.publishedAt, period)) hits.set(key, hit)
        }
        for (const source of answer?.silent ?? []) silent.set(source.name, source)
        if (seen.size === before.seen) break
        undated = hits.size === before.hits ? undated + 1 : 0
      }
      const sources = [...silent.values()]
      if (hits.size === 0 && sources.length > 0) throw degraded(sources)
      return { hits: [...hits.values()], silent: sources }
    },
  }
}

function addressOf(
  base: string,
  { text, language, country, source, period }: SearchQuery,
  { page, now }: { page: number; now: number },
): URL {
  const url = new URL(`${base}/search`)
  const range = period && rangeHolding(period, now)
  const parameters = {
    q: text,
    format: 'json',
    language: localeOf(language, country),
    pageno: String(page),
    ...(source !== 'web' && { categories: source }),
    ...(range && { time_range: range }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

/** A locale in SearXNG's form. A country alone gets its main language, and a script the country where it is used. */
function localeOf(language: string | undefined, country: string | undefined): string {
  if (language === undefined && country === undefined) return 'all'
  const locale = new Intl.Locale(language ?? `und-${country}`)
  const region = country ?? locale.region ?? (locale.script && locale.maximize().region)
  const tongue = language === undefined ? locale.maximize().language : locale.language
  return region === undefined ? tongue : `${tongue}-${region}`
}

const keyOf = ({ url, image }: SearchHit) => {
  const parsed = parseHttpUrl(image?.url || url)
  return 'url' in parsed ? normaliseUrl(parsed.url) : undefined
}

async function askPage(
  fetch: GuardedFetch,
  url: URL,
  { signal, now, source }: { signal: AbortSignal; now: number; source: Source },
): Promise<Required<Pick<SearchAnswer, 'hits' | 'silent'>>> {
  const body = resultsOf(await askService(fetch, url, { provider: NAME, signal }), now)
  return {
    hits: objectsOf(body.results).map((result) => ({
      url: stringOf(result.url),
      title: stringOf(result.title),
      snippet: stringOf(result.content),
      publishedAt: stringOf(result.publishedDate),
      // A hit of the web may have a picture too, but often one that other pages of the site share.
      ...(source === 'images' && stringOf(result.img_src) && { image: imageOf(result) }),
    })),
    silent: silentOf(body.unresponsive_engines),
  }
}

/** Throws if the response has no results. */
function resultsOf({ status, headers, body }: ServiceAnswer, now: number) {
  if (status === 429) throw tooOften(NAME, headers, now)
  if (status === 403)
    throw searchFailed(
      NAME,
      'json_not_allowed',
      'The SearXNG of this server does not return JSON: its operator must add `json` to `search.formats` in its settings.yml',
      { details: { status } },
    )
  if (status !== 200)
    throw searchFailed(NAME, 'status', `The SearXNG of this server responded with ${status}`, {
      details: { status },
      retryAfter: pauseOf(headers, now),
    })
  if (!body || !isResultList(body.results))
    throw searchFailed(NAME, 'malformed_response', 'The server at WEIR_SEARXNG_URL does not speak the SearXNG protocol')
  return body
}

/**
 * Checks whether it answers in JSON with an empty search, which it refuses in JSON without asking any engine. Throws
 * like a search.
 */
export async function askForNothing(
  fetch: GuardedFetch,
  { searxngUrl = '' }: ProviderSettings,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<void> {
  const url = new URL(`${searxngUrl.replace(/\/$/, '')}/search?q=&format=json`)
  const answer = await askService(fetch, url, { provider: NAME, signal })
  if (answer.status !== 400 || answer.body === undefined) resultsOf(answer, now)
}

/** `resolution` looks like `1920 x 1080`, and may be missing. */
function imageOf(result: Readonly<Record<string, unknown>>): SearchHit['image'] {
  const [, width, height] = /^(\d{1,5})\s*[x×]\s*(\d{1,5})/.exec(stringOf(result.resolution)) ?? []
  return {
    url: stringOf(result.img_src),
    thumbnailUrl: stringOf(result.thumbnail_src),
    width: Number(width),
    height: Number(height),
  }
}

/** Parses pairs of an engine and the reason why it did not answer. */
const silentOf = (value: unknown): SilentSource[] =>
  entriesOf(value)
    .filter(Array.isArray)
    .flatMap(([name, reason]) =>
      typeof name === 'string'
        ? [{ name: name.slice(0, 100), reason: (stringOf(reason) || 'no answer').slice(0, 200) }]
        : [],
    )

function degraded(engines: readonly SilentSource[]) {
  const told = engines.map(({ name, reason }) => `${name} (${reason})`).join(', ')
  return searchFailed(NAME, 'degraded', `No engine of SearXNG returned a result, and some did not respond: ${told}`, {
    details: { silent: engines },
  })
}
