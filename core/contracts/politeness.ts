import type { ApiError } from '../errors.ts'
import type { Proxy } from './proxy.ts'

/** What a site's robots.txt says to us. Source: RFC 9309. */
export interface Robots {
  /** Whether the address may be fetched. */
  allows(url: URL): boolean
  /** Milliseconds between the beginnings of two requests; at most 10 s. Not in the RFC, and widely used. */
  delay: number
  /** Absolute addresses, as they are written there. */
  sitemaps: readonly string[]
}

/** How a host answered a request. */
export interface HostResponse {
  /** 0 where there was no answer. */
  status: number
  /** Milliseconds until the answer was there. */
  ms: number
  /** Milliseconds that the host asks us to stay away for. */
  retryAfter?: number
}

/** Gives the slot of a request back; called again it does nothing. */
export type ReleaseSlot = () => void

export interface PolitenessContext {
  signal: AbortSignal
  proxy?: Proxy
  /** Takes any certificate, as the requests for the site's pages do. */
  insecure?: boolean
}

/** What sites say to crawlers (robots.txt, sitemaps), and how fast their hosts may be asked. */
export interface Politeness {
  /**
   * What the robots.txt of the address's origin says; kept for an hour. An answer of 400 to 499 allows all; one of
   * 500 and above, or none, forbids all, with `failure` where there was none. Source: RFC 9309, decisions 6.1.
   */
  robots(url: URL, context: PolitenessContext): Promise<Robots & { failure?: ApiError }>
  /**
   * The addresses that a site's sitemaps list, each as often as it is listed: those of the sitemaps that are `named`,
   * such as by its robots.txt, and of `/sitemap.xml`. A sitemap that cannot be read is skipped.
   */
  sitemap(url: URL, named: readonly string[], context: PolitenessContext): AsyncIterable<URL>
  /**
   * Learns from a response how fast a host may be asked, for all jobs and for `acquire`. By its name with the port.
   */
  recordResponse(host: string, response: HostResponse): Promise<void>
  /** Keeps the delay that robots.txt asks for, from the next request on. */
  applyCrawlDelay(host: string, robots: Robots): Promise<void>
  /** Waits out what is left of a host's delay or pause, for a request of a job. Throws the signal's reason. */
  waitForSlot(host: string, signal: AbortSignal): Promise<void>
  /** Waits for a slot at a host, for a request that belongs to no job. Throws the signal's reason. */
  acquire(host: string, signal: AbortSignal): Promise<ReleaseSlot>
}
