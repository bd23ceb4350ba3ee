import { type Account, type ApiError, defineProviders, defineService, type Static } from 'weirjs'
import type { SearchBody, SearchResults } from './schema.ts'
import type { Period, Source } from './sources.ts'

export type { ScrapedResult, SearchBody } from './schema.ts'
export type { Period, Source } from './sources.ts'

/** Searches, for other plugins. */
export interface Searches {
  /** Searches, and charges it, as the route does. Throws as it does. */
  search(
    body: SearchBody,
    by: { account: Account; signal: AbortSignal },
  ): Promise<Static<typeof SearchResults> & { warnings: string[] }>
}

/** The searches of this server. */
export const searches = defineService<Searches>('search.searches')

/** What somebody looks for. */
export interface SearchQuery {
  /** 1 to 500 characters, not all of them white space. */
  text: string
  /** Results that are wanted, 1 to 20. */
  limit: number
  /** ISO 3166, in capitals. */
  country?: string
  /** BCP 47, as it was given. */
  language?: string
  /** Who looks for it. */
  account: Account
  /** One of the provider's `sources`. */
  source: Source
  /** Of which time; any without it. */
  period?: Period
}

/** One page that was found; everything in it is somebody else's word. */
export interface SearchHit {
  /** What is no http or https address is left out. */
  url: string
  title: string
  /** Plain text; empty where there is none. */
  snippet: string
  /** When it was published; what is no time is left out. */
  publishedAt?: string
  /** Of a picture, which is on the page; what is no address is left out. Pixels. */
  image?: { url: string; thumbnailUrl?: string; width?: number; height?: number }
}

/** A source of a provider that did not answer: results may lack what it has. */
export interface SilentSource {
  name: string
  reason: string
}

export interface SearchAnswer {
  /** Best first. */
  hits: SearchHit[]
  /** What the caller should know of it. */
  warnings?: string[]
  /**
   * Sources that were asked and did not answer. Where they are all, or nothing was found, throw instead: an answer
   * without hits means that there is nothing.
   */
  silent?: SilentSource[]
}

/**
 * When a provider is asked whom the caller did not name. `default`: it is `default_provider`. `alternative`: it is
 * `alternative_provider`, and stands in for a default one that fails. `own`: it finds in something else than the web,
 * so it is asked where there is no default one, and never stands in. Of several of a role, the first by order that
 * is set up.
 */
export type ProviderRole = 'default' | 'alternative' | 'own'

/** What finds pages. */
export interface SearchProvider {
  /** Default `default`. */
  readonly role?: ProviderRole
  /** What it searches. Default: pages of the web. */
  readonly sources?: readonly Source[]
  /**
   * Why it cannot be asked, where the operator has not set it up: the error `not_configured` that a caller gets who
   * names it.
   */
  readonly missing?: ApiError
  /**
   * Throws ApiError `search_failed`: details `reason`, and `retryAfter` where it says when it wants to be asked
   * again. Rejects with the signal's reason where that is aborted.
   */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer>
}

/** All who find pages. Weir's have the orders 10 (`searxng`), 20 (`brave`) and 30 (`local`). */
export const searchProviders = defineProviders<SearchProvider>('search.providers')
