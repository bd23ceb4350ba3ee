import type { ApiError } from '../errors.ts'
import type { Proxy } from './proxy.ts'

/** The rules of a site's robots.txt for us. Source: RFC 9309. */
export interface Robots {
  /** Whether the address may be fetched. */
  allows(url: URL): boolean
  /** `Crawl-delay`: milliseconds between the starts of two requests, at most 10 s. Widely used, if not in the RFC. */
  delay: number
  /** Absolute URLs, as written there. */
  sitemaps: readonly string[]
}

/** How a host responded to a request. */
export interface HostResponse {
  /** 0 if there was no response. */
  status: number
  /** Milliseconds until the response arrived. */
  ms: number
  /** Milliseconds that the host asks us to wait. */
  retryAfter?: number
}

/** Releases the slot of a request. Calling it again has no effect. */
export type ReleaseSlot = () => void

export interface PolitenessContext {
  signal: AbortSignal
  proxy?: Proxy
  /** Accepts any certificate, as the requests for the site's pages do. */
  insecure?: boolean
}

/** What sites tell crawlers (robots.txt, sitemaps), and how fast their hosts may be requested. */
export interface Politeness {
  /**
   * Reads the robots.txt of the URL's origin, which is cached for an hour. A status of 400 to 499 allows everything;
   * one of 500 or above, or no response (then with `failure`), forbids everything. Source: RFC 9309, decisions 6.1.
   */
  robots(url: URL, context: PolitenessContext): Promise<Robots & { failure?: ApiError }>
  /**
   * The URLs that a site's sitemaps list, duplicates included: the sitemaps in `named`, for example from its
   * robots.txt, and `/sitemap.xml`. A sitemap that cannot be read is skipped.
   */
  sitemap(url: URL, named: readonly string[], context: PolitenessContext): AsyncIterable<URL>
  /** Adapts the limits of a host (name and port) to a response, for all jobs and for `acquire`. */
  recordResponse(host: string, response: HostResponse): Promise<void>
  /** Applies the delay that robots.txt asks for, from the next request on. */
  applyCrawlDelay(host: string, robots: Robots): Promise<void>
  /** Waits until a host's delay or pause is over, for a request of a job. Throws the signal's reason. */
  waitForSlot(host: string, signal: AbortSignal): Promise<void>
  /** Waits for a slot at a host, for a request outside of jobs. Throws the signal's reason. */
  acquire(host: string, signal: AbortSignal): Promise<ReleaseSlot>
}
