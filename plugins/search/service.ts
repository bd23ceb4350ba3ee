import { type Account, type ApiError, defineProviders, defineService, type Static } from 'weirjs'
import type { SearchBody, SearchResults } from './schema.ts'
import type { Period, Source } from './sources.ts'

export type { ScrapedResult, SearchBody } from './schema.ts'
export type { Period, Source } from './sources.ts'

/** Searches, for other plugins. */
export interface Searches {
  /** Searches and charges for it, like the route. Throws like it. */
  search(
    body: SearchBody,
    by: { account: Account; signal: AbortSignal },
  ): Promise<Static<typeof SearchResults> & { warnings: string[] }>
}

/** The searches of this server. */
export const searches = defineService<Searches>('search.searches')

/** A query. */
export interface SearchQuery {
  /** 1 to 500 characters, not only white space. */
  text: string
  /** The number of wanted results, 1 to 20. */
  limit: number
  /** ISO 3166, in upper case. */
  country?: string
  /** BCP 47, as given. */
  language?: string
  /** The account that searches. */
  account: Account
  /** One of the provider's `sources`. */
  source: Source
  /** The time range; any time without it. */
  period?: Period
}

/** A page that was found. Nothing in it can be trusted. */
export interface SearchHit {
  /** Left out unless it is an http or https URL. */
  url: string
  title: string
  /** Plain text; empty if there is none. */
  snippet: string
  /** When it was published; left out if it is not a valid time. */
  publishedAt?: string
  /** The picture on the page, with its size in pixels; left out unless it is a URL. */
  image?: { url: string; thumbnailUrl?: string; width?: number; height?: number }
}

/** A source of a provider that did not respond: its results may be missing. */
export interface SilentSource {
  name: string
  reason: string
}

export interface SearchAnswer {
  /** Best first. */
  hits: SearchHit[]
  /** What the caller should know about it. */
  warnings?: string[]
  /**
   * Sources that were asked and did not respond. If that is all of them, or nothing was found, throw instead: an
   * empty result means that there is nothing.
   */
  silent?: SilentSource[]
}

/**
 * When a provider is asked that the caller did not name. `default`: it is `default_provider`. `alternative`: it is
 * `alternative_provider`, and replaces a failing default one. `own`: it does not search the web, so it is asked if
 * there is no default one, and never as a replacement. Of several with a role, the first configured one by order.
 */
export type ProviderRole = 'default' | 'alternative' | 'own'

/** Finds pages. */
export interface SearchProvider {
  /** Default `default`. */
  readonly role?: ProviderRole
  /** What it searches. Default: web pages. */
  readonly sources?: readonly Source[]
  /**
   * Why it cannot be used, if the operator has not configured it: the error `not_configured` that a caller gets who
   * names it.
   */
  readonly missing?: ApiError
  /**
   * Throws ApiError `search_failed`: details `reason`, and `retryAfter` if it says when to ask again. Rejects with
   * the reason of an aborted signal.
   */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer>
}

/** All search providers. Weir's have the orders 10 (`searxng`), 20 (`brave`) and 30 (`local`). */
export const searchProviders = defineProviders<SearchProvider>('search.providers')
