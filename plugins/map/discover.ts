import {
  ApiError,
  createPause,
  createScope,
  type EngineContext,
  followable,
  isOutOfReach,
  type Kit,
  normaliseUrl,
  type PageRequest,
  type Robots,
  type Scope,
  type ScopeOptions,
} from 'weirjs'
import type { SitemapMode } from 'weirjs/schemas'
import { withoutSecrets } from '../scrape/service.ts'
import { type Candidate, type MappedAddress, unvisited } from './mapped-address.ts'
import { rootFailure } from './root-failure.ts'
import { matchesFirst } from './search.ts'
import { SiteAccess } from './site-access.ts'
import { type Visit, visit } from './visit/visit.ts'
import { visitInOrder } from './visit/visit-in-order.ts'

/** What is wanted of a site. */
export interface DiscoverOptions {
  maxDepth: number
  maxPages: number
  scope: ScopeOptions
  sitemap: SitemapMode
  /** Treats URLs that differ only in their query as one. */
  ignoreQueryParameters: boolean
  respectRobots: boolean
  /** Default: the cheapest one. */
  engine: string | undefined
  /** How pages are requested; secrets go only to the root's own origin. */
  request: Partial<PageRequest>
  /** Uses the proxy pool. */
  useProxy: boolean
  /** Of each level, URLs with one of its words are visited first. */
  search: string
  /** Total time limit in milliseconds. */
  timeout: number
}

type Ports = Pick<Kit, 'engines' | 'politeness' | 'clock' | 'proxies'>

/**
 * How many more URLs are kept than requested: some turn out to be duplicates, and with a search, most are not wanted.
 */
const SPARE = 1000
const SPARE_TO_SEARCH = 10_000
/** The most sitemaps that the root may name, including feeds. */
const MAX_NAMED = 20

/**
 * Finds the URLs of a site breadth first, by links and sitemaps. Each page is listed once. Throws ApiError if the
 * root cannot be fetched: `invalid_url`, or `mapping_failed`. `timedOut` if there was not enough time.
 */
export async function discover(
  root: URL,
  options: DiscoverOptions,
  context: EngineContext,
  ports: Ports,
): Promise<{ found: MappedAddress[]; timedOut: boolean }> {
  const time = AbortSignal.timeout(options.timeout)
  const discovery = new Discovery(root, options, { ...context, signal: AbortSignal.any([context.signal, time]) }, ports)
  try {
    await discovery.run()
  } catch (error) {
    context.signal.throwIfAborted()
    if (!time.aborted) throw error
    if (discovery.found.length === 0)
      throw new ApiError('mapping_failed', 'The root did not answer in time; a higher timeout may help', {
        url: root.href,
        reason: 'timeout',
        timeout: options.timeout,
      })
  }
  return { found: discovery.all(), timedOut: time.aborted }
}

/** A map in progress: the URLs found, and the level of links being visited. */
class Discovery {
  readonly found: MappedAddress[] = []
  readonly #root: URL
  readonly #options: DiscoverOptions
  readonly #context: EngineContext
  readonly #ports: Ports
  readonly #inScope: Scope
  readonly #access: SiteAccess
  /** Normalized URLs that are, or were, on a level. */
  readonly #seen = new Set<string>()
  /** Listed pages, by identity. */
  readonly #listed = new Set<string>()
  /** Sitemaps that the root names. */
  #sitemaps: readonly string[] = []
  /** What there was no time for. */
  #rest: MappedAddress[] = []
  #level: Candidate[] = []
  #next: Candidate[] = []

  constructor(root: URL, options: DiscoverOptions, context: EngineContext, ports: Ports) {
    this.#root = root
    this.#options = options
    this.#context = context
    this.#ports = ports
    this.#inScope = createScope(root, options.scope)
    this.#access = new SiteAccess(options, context.signal, ports)
  }

  async run() {
    const { maxDepth, maxPages } = this.#options
    this.#seen.add(this.#keyOf(this.#root))
    this.#level = [{ url: this.#root, parentUrl: null, discoveredAt: this.#ports.clock.now() }]
    for (let depth = 0; depth <= maxDepth && this.#level.length > 0 && this.found.length < maxPages; depth++) {
      this.#next = []
      await this.#visitLevel(depth)
      if (depth === 0 && this.#room > 0 && this.#options.sitemap !== 'skip') await this.#addSitemap()
      this.#level = await matchesFirst(this.#next, this.#options.search)
    }
  }

  /** Those that were visited, and if the time was up, those that were still to be. */
  all(): MappedAddress[] {
    const { maxPages } = this.#options
    return [...this.found, ...this.#rest].slice(0, maxPages).sort((a, b) => a.depth - b.depth || a.place - b.place)
  }

  /** How many URLs may still be added to the next level. */
  get #room() {
    const { maxPages, search } = this.#options
    return maxPages + (search ? SPARE_TO_SEARCH : SPARE) - this.found.length - this.#next.length
  }

  async #visitLevel(depth: number) {
    const candidates = this.#level
    const { maxDepth, maxPages, search } = this.#options
    const ended = await visitInOrder(
      candidates,
      (running) => this.found.length + running < maxPages,
      (candidate, place) => this.#visitOne(candidate, depth, place),
    )
    if (!ended) return
    // What was in progress or waiting has been found all the same.
    const next = await matchesFirst(this.#next, search)
    this.#rest = [
      ...ended.left.map((i) => unvisited(candidates[i]!, depth, i)),
      ...(depth < maxDepth ? next.map((candidate, i) => unvisited(candidate, depth + 1, i)) : []),
    ]
    throw ended.error
  }

  /** Lists a page, and returns a function that adds its links to the next level. */
  async #visitOne(candidate: Candidate, depth: number, place: number): Promise<() => void> {
    const { url, parentUrl, discoveredAt } = candidate
    const { signal } = this.#context
    const robots = await this.#access.robots(url)
    if (robots && !robots.allows(url)) {
      if (depth === 0) throw rootFailure(this.#root, isOutOfReach(robots.failure) ? robots.failure : undefined)
      return () => {}
    }
    const mayFollow = async (target: URL) => {
      const there = await this.#access.robots(target)
      // The visit reports a host that cannot be reached at all.
      return there === undefined || isOutOfReach(there.failure) || there.allows(target)
    }
    const { engine, request: asked } = this.#options
    const request = url.origin === this.#root.origin ? asked : withoutSecrets(asked)
    const way = { engine, request, proxy: this.#access.proxyFor(url), mayFollow }
    const visited = await visit(url, way, this.#context, this.#ports)
    signal.throwIfAborted()
    if (depth === 0 && visited.error) throw rootFailure(this.#root, visited.error)
    if (this.#isListed(visited, url)) return () => {}
    const { statusCode, redirected } = visited
    // Not every engine checks redirects on the way.
    const isAway = visited.url.href !== url.href && !(await mayFollow(visited.url))
    const page = isAway ? undefined : visited.page
    const { title = null, description = null } = page ?? {}
    const leads = page && depth < this.#options.maxDepth && !(this.#options.respectRobots && page.nofollow)
    if (leads && depth === 0)
      this.#sitemaps = page.sitemaps.slice(0, MAX_NAMED).flatMap((href) => followable(href, page.base)?.href ?? [])
    const links = leads && this.#options.sitemap !== 'only' ? await this.#linksOf(visited, robots) : []
    // Listed only after all waiting: if the time is up before, it counts as still in progress.
    this.found.push({
      url: url.href,
      depth,
      place,
      parentUrl,
      discoveredAt,
      statusCode,
      title,
      description,
      redirected,
      visited: true,
    })
    return () => {
      for (const link of links) this.#add(link, url.href)
    }
  }

  /** The identity of a URL. */
  #keyOf(url: URL): string {
    return normaliseUrl(url, { withoutQuery: this.#options.ignoreQueryParameters })
  }

  /** Whether the page is listed under another URL. */
  #isListed({ url: landed, page }: Visit, url: URL): boolean {
    const canonical = page?.canonical ? followable(page.canonical) : undefined
    const identity = this.#keyOf(canonical ?? (landed.href === url.href ? url : landed))
    if (this.#listed.has(identity)) return true
    this.#listed.add(identity)
    return false
  }

  /** Links that may be new, without duplicates and those that the site's own robots.txt forbids. */
  async #linksOf({ page, url: { origin } }: Visit, robots: Robots | undefined): Promise<URL[]> {
    const found = new Map<string, URL>()
    const pause = createPause()
    for (const href of page?.hrefs ?? []) {
      // There may be many patterns, and they may be made to be slow.
      const others = pause()
      if (others) await others
      const url = followable(href, page?.base)
      if (found.size > this.#room) break
      if (!url || !this.#inScope(url) || (url.origin === origin && robots?.allows(url) === false)) continue
      const key = this.#keyOf(url)
      if (!this.#seen.has(key) && !found.has(key)) found.set(key, url)
    }
    return [...found.values()]
  }

  #add(url: URL, parentUrl: string | null) {
    const key = this.#keyOf(url)
    if (this.#room <= 0 || this.#seen.has(key)) return
    this.#seen.add(key)
    this.#next.push({ url, parentUrl, discoveredAt: this.#ports.clock.now() })
  }

  async #addSitemap() {
    const { politeness } = this.#ports
    const context = this.#access.contextFor(this.#root)
    const robots = await politeness.robots(this.#root, context)
    const named = [...robots.sitemaps, ...this.#sitemaps]
    for await (const url of politeness.sitemap(this.#root, named, context)) {
      if (this.#room <= 0) return
      const isForbidden = this.#options.respectRobots && url.origin === this.#root.origin && !robots.allows(url)
      if (this.#inScope(url) && !isForbidden) this.#add(url, null)
    }
  }
}
