import { type Account, type ApiError, type ChargeOptions, defineProviders, defineService, type Static } from 'weirjs'
import type { SearchBody, SearchResults } from './schema.ts'
import type { Period, Source } from './sources.ts'

export type { ScrapedResult, SearchBody } from './schema.ts'
export type { Period, Source } from './sources.ts'

/** Searches, for other plugins. */
export interface Searches {
  /** Checks what `search` is given, before it is counted. Throws 400, and 501 for what this server cannot do. */
  check(body: SearchBody): void
  /** Searches and charges like the route. Throws like it. */
  search(
    body: SearchBody,
    by: { account: Account; signal: AbortSignal } & ChargeOptions,
  ): Promise<Static<typeof SearchResults> & { warnings: string[] }>
}

/** The search service of this server. */
export const searches = defineService<Searches>('search.searches')

/** A query for a provider. */
export interface SearchQuery {
  /** 1 to 500 characters, not only white space. */
  text: string
  /** The number of results wanted, 1 to 20. */
  limit: number
  /** ISO 3166, in upper case. */
  country?: string
  /** BCP 47, as the caller wrote it. */
  language?: string
  /** The account that searches. */
  account: Account
  /** One of the provider's `sources`. */
  source: Source
  /** The period of the results. Default: any time. */
  period?: Period
}

/** A found page. Nothing in it is trusted. */
export interface SearchHit {
  /** Hits without an http or https URL are dropped. */
  url: string
  title: string
  /** Plain text, or empty. */
  snippet: string
  /** The time of publication; ignored if it cannot be parsed. */
  publishedAt?: string
  /** The picture on the page, with its size in pixels; ignored without a valid URL. */
  image?: { url: string; thumbnailUrl?: string; width?: number; height?: number }
}

/** A source of a provider that did not answer, so results may be missing. */
export interface SilentSource {
  name: string
  reason: string
}

export interface SearchAnswer {
  /** The best first. */
  hits: SearchHit[]
  /** Notes for the caller. */
  warnings?: string[]
  /**
   * Sources that did not answer. If none did, or nothing was found for that reason, throw instead: an answer without
   * hits means that there is nothing.
   */
  silent?: SilentSource[]
}

/**
 * When a provider is asked that the caller has not named. `default`: as `default_provider`. `alternative`: as
 * `alternative_provider`, and if a default one fails. `own`: it searches something else than the web, so it is asked
 * only if there is no default one, and is never a fallback. Of several with a role, the first by order that is set
 * up.
 */
export type ProviderRole = 'default' | 'alternative' | 'own'

/** A search engine. */
export interface SearchProvider {
  /** Default `default`. */
  readonly role?: ProviderRole
  /** The sources that it searches. Default: pages of the web. */
  readonly sources?: readonly Source[]
  /** Set if the operator has not set it up: the error `not_configured` for a caller who names it. */
  readonly missing?: ApiError
  /**
   * Throws ApiError `search_failed` with `reason` in its details, and `retryAfter` if it asks for a pause. Rejects
   * with the signal's reason when it is aborted.
   */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer>
}

/** All search providers. Weir's own have the orders 10 (`searxng`), 20 (`brave`) and 30 (`local`). */
export const searchProviders = defineProviders<SearchProvider>('search.providers')
