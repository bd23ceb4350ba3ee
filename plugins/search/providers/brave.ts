import type { GuardedFetch, Kit } from 'weirjs'
import type { Period, SearchHit, SearchProvider, SearchQuery, Source } from '../service.ts'
import { sources, type TimeRange } from '../sources.ts'
import {
  askService,
  isResultList,
  notSetUp,
  objectsOf,
  pauseOf,
  type ServiceAnswer,
  searchFailed,
  stringOf,
  tooOften,
} from './ask-service.ts'
import { braveCountry, braveLanguage } from './brave-locales.ts'
import type { ProviderSettings } from './settings.ts'

const NAME = 'brave'
/** Limits of a query. Source: Brave's documentation, query parameters. */
const MAX_CHARACTERS = 400
const MAX_WORDS = 50

/** The path of each source. */
const paths: Readonly<Record<Source, string>> = {
  web: '/res/v1/web/search',
  news: '/res/v1/news/search',
  images: '/res/v1/images/search',
}
const freshness: Readonly<Record<TimeRange, string>> = { day: 'pd', week: 'pw', month: 'pm', year: 'py' }

/** The Brave Search API. Source: its documentation, web, news and image search. */
export function createBrave(
  { braveApiKey, braveUrl }: ProviderSettings,
  { operatorFetch, clock }: Pick<Kit, 'operatorFetch' | 'clock'>,
): SearchProvider {
  const role = 'alternative'
  if (braveApiKey === undefined)
    return Object.assign(notSetUp('WEIR_BRAVE_API_KEY', 'the Brave Search API'), { role } as const)
  const base = braveUrl.replace(/\/$/, '')
  const fetch: GuardedFetch = operatorFetch(base)
  const headers = { 'x-subscription-token': braveApiKey }

  return {
    role,
    sources,
    async search(query, signal) {
      const { url, warnings } = addressOf(base, query)
      const answer = await askService(fetch, url, { provider: NAME, headers, signal })
      refuse(answer, query.source, clock.now())
      return { hits: hitsOf(answer.body, query.source), warnings }
    },
  }
}

/** Searches for a single page, as only a search shows whether Brave accepts the key. Throws like a search. */
export async function askBrave(
  fetch: GuardedFetch,
  { braveApiKey = '', braveUrl }: ProviderSettings,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<void> {
  const url = new URL(`${braveUrl.replace(/\/$/, '')}${paths.web}?q=web&count=1&result_filter=web`)
  const headers = { 'x-subscription-token': braveApiKey }
  refuse(await askService(fetch, url, { provider: NAME, headers, signal }), 'web', now)
}

function addressOf(base: string, { text, limit, country, language, source, period }: SearchQuery) {
  const warnings: string[] = []
  const q = shorten(text)
  if (q !== text.trim().replace(/\s+/g, ' '))
    warnings.push(`Brave accepts at most ${MAX_CHARACTERS} characters and ${MAX_WORDS} words: the query was cut`)
  const url = new URL(base + paths[source])
  const set = (name: string, value: string) => url.searchParams.set(name, value)
  set('q', q)
  set('count', String(limit))
  if (source === 'web') {
    set('text_decorations', 'false')
    // The response has no place for other kinds of results.
    set('result_filter', 'web')
  }
  if (period && source === 'images')
    warnings.push('Brave cannot filter images by date: images of any date are included')
  else if (period) set('freshness', freshnessOf(period))
  if (country !== undefined) {
    const known = braveCountry(country)
    if (known === undefined) warnings.push(`Brave does not support the country ${country}: all countries were searched`)
    set('country', known ?? 'ALL')
  }
  if (language !== undefined) {
    const known = braveLanguage(language, country)
    if (known === undefined) warnings.push(`Brave does not support the language ${language}: the search was in English`)
    else set('search_lang', known)
  }
  return { url, warnings }
}

const freshnessOf = ({ range, from, until }: Period): string =>
  range ? freshness[range] : `${dayOf(from)}to${dayOf(until - 1)}`

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The query within Brave's limits, cut between words if possible. */
function shorten(text: string): string {
  let kept = ''
  for (const word of text.trim().split(/\s+/).slice(0, MAX_WORDS)) {
    const longer = kept === '' ? word : `${kept} ${word}`
    if (longer.length > MAX_CHARACTERS) return kept === '' ? word.slice(0, MAX_CHARACTERS).toWellFormed() : kept
    kept = longer
  }
  return kept
}

/** Throws if the response is an error. */
function refuse({ status, headers, body }: ServiceAnswer, source: Source, now: number): void {
  if (status === 429) throw tooOften(NAME, headers, now, secondsOf(headers))
  const error = body?.error as Record<string, unknown> | undefined
  const code = stringOf(error?.code).slice(0, 100)
  const details = { status, ...(code && { code }) }
  if (status === 401 || status === 403 || code === 'SUBSCRIPTION_TOKEN_INVALID')
    throw searchFailed(NAME, 'unauthorized', 'Brave rejected the key of this server: check WEIR_BRAVE_API_KEY', {
      details,
    })
  if (status !== 200)
    throw searchFailed(NAME, 'status', `Brave answered ${status}${code && `, ${code}`}`, {
      details,
      retryAfter: pauseOf(headers, now),
    })
  const isMalformed = !isResultList(listOf(body, source) ?? [])
  if (body?.type !== (source === 'web' ? 'search' : source) || isMalformed)
    throw searchFailed(NAME, 'malformed_response', 'The server at WEIR_BRAVE_URL does not speak the Brave protocol')
}

/**
 * Seconds until Brave may be asked again. Its headers have one value for each time window, the shortest first; the
 * longest exhausted window counts.
 */
function secondsOf(headers: Headers): number | undefined {
  const numbers = (name: string) => (headers.get(name) ?? '').split(',').map((part) => Number.parseInt(part, 10))
  const resets = numbers('x-ratelimit-reset')
  const spent = numbers('x-ratelimit-remaining').flatMap((remaining, i) => (remaining === 0 ? [resets[i]] : []))
  const known = (spent.length > 0 ? spent : resets.slice(0, 1)).filter((seconds) =>
    Number.isFinite(seconds),
  ) as number[]
  return known.length > 0 ? Math.max(...known) : undefined
}

/** The results of a source. If `web` is missing, there are none. */
const listOf = (body: ServiceAnswer['body'], source: Source): unknown =>
  source === 'web' ? (body?.web as Record<string, unknown> | null | undefined)?.results : body?.results

function hitsOf(body: ServiceAnswer['body'], source: Source): SearchHit[] {
  return objectsOf(listOf(body, source)).map((result) => {
    const { url, title, description, extra_snippets: extra, page_age: published } = result
    return {
      url: stringOf(url),
      title: stringOf(title),
      snippet: stringOf(description) || (Array.isArray(extra) ? stringOf(extra[0]) : ''),
      publishedAt: stringOf(published),
      ...(source === 'images' && { image: imageOf(result) }),
    }
  })
}

function imageOf({ properties, thumbnail }: Readonly<Record<string, unknown>>): SearchHit['image'] {
  const { url, width, height } = (properties ?? {}) as Record<string, unknown>
  const { src } = (thumbnail ?? {}) as Record<string, unknown>
  return { url: stringOf(url), thumbnailUrl: stringOf(src), width: Number(width), height: Number(height) }
}
