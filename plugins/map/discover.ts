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
import type { ContentOptions, SitemapMode } from 'weirjs/schemas'
import type { Content } from '../content/service.ts'
import { withoutSecrets } from '../scrape/service.ts'
import { type Candidate, type MappedAddress, unvisited } from './mapped-address.ts'
import { rootFailure } from './root-failure.ts'
import { matchesFirst } from './search.ts'
import { SiteAccess } from './site-access.ts'
import { type Visit, visit } from './visit/visit.ts'
import { visitInOrder } from './visit/visit-in-order.ts'

/** How a site is mapped. */
export interface DiscoverOptions {
  maxDepth: number
  maxPages: number
  scope: ScopeOptions
  sitemap: SitemapMode
  /** Treats URLs that differ only in their query as one. */
  ignoreQueryParameters: boolean
  respectRobots: boolean
  /** Default: the cheapest. */
  engine: string | undefined
  /** How pages are requested; secrets are sent only to the root's own origin. */
  request: Partial<PageRequest>
  /** Whether the proxy pool is used. */
  useProxy: boolean
  /** On each level, URLs that contain one of these words are visited first. */
  search: string
  /** Milliseconds for the whole map. */
  timeout: number
  /** How pages are read. */
  reading: ContentOptions
  /** Whether to tell if the root needs scripts: they do not run. */
  inspects: boolean
}

type Ports = Pick<Kit, 'engines' | 'politeness' | 'clock' | 'proxies'> & {
  content: Pick<Content, 'convert' | 'inspect'>
}

/**
 * How many URLs are collected beyond the wanted number: some turn out to be duplicates, and with a search most are
 * not wanted.
 */
const SPARE = 1000
const SPARE_TO_SEARCH = 10_000
const NEEDS_SCRIPT =
  'The page at url is filled by scripts, which were not run: set options.engine, for example to "browser_a", to run them'
/** The most sitemaps, including feeds, that the root page may name. */
const MAX_NAMED = 20
/** The most links of one page. */
const MAX_LINKS = 20_000

/**
 * Finds the URLs of a site, level by level, through links and sitemaps. Each page is listed once. Throws ApiError if
 * the root cannot be fetched: `invalid_url`, or `mapping_failed`. `timedOut` is true if the time was too short for
 * all. `warnings` give reasons why URLs may be missing.
 */
export async function discover(
  root: URL,
  options: DiscoverOptions,
  context: EngineContext,
  ports: Ports,
): Promise<{ found: MappedAddress[]; timedOut: boolean; warnings: string[] }> {
  const time = AbortSignal.timeout(options.timeout)
  const discovery = new Discovery(root, options, { ...context, signal: AbortSignal.any([context.signal, time]) }, ports)
  try {
    await discovery.run()
  } catch (error) {
    context.signal.throwIfAborted()
    if (!time.aborted) throw error
    if (discovery.found.length === 0)
      throw new ApiError('mapping_failed', 'The root did not respond in time; a higher timeout may help', {
        url: root.href,
        reason: 'timeout',
        timeout: options.timeout,
      })
  }
  return { found: discovery.all(), timedOut: time.aborted, warnings: discovery.warnings }
}

type Place = Pick<MappedAddress, 'depth' | 'place'>

/** A page that is listed under one of its URLs. */
interface Listed {
  depth: number
  /** Of the URLs in one level, the one with the lowest rank is listed. */
  rank: number
  /** Whether it is now listed under another one. */
  isReplaced: boolean
  /** Undefined until its visit has ended. */
  entry?: MappedAddress
}

/** A running map: the URLs found so far, and the level of links that is being visited. */
class Discovery {
  readonly found: MappedAddress[] = []
  readonly warnings: string[] = []
  readonly #root: URL
  readonly #options: DiscoverOptions
  readonly #context: EngineContext
  readonly #ports: Ports
  readonly #inScope: Scope
  readonly #access: SiteAccess
  /** Normalised URLs that were added to any level. */
  readonly #seen = new Set<string>()
  /** The listed pages by their identity. */
  readonly #listed = new Map<string, Listed>()
  /** The sitemaps that the root page names. */
  #sitemaps: readonly string[] = []
  /** URLs for which no time was left. */
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

  /** The visited URLs and, after a timeout, those that were not visited. */
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
    // URLs whose visit was running or waiting count as found.
    const next = await matchesFirst(this.#next, search)
    this.#rest = [
      ...ended.left.map((i) => unvisited(candidates[i]!, depth, i)),
      ...(depth < maxDepth ? next.map((candidate, i) => unvisited(candidate, depth + 1, i)) : []),
    ]
    throw ended.error
  }

  /** Lists a page, and returns the function that adds its links to the next level. */
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
      // If the host cannot be reached at all, the visit reports it.
      return there === undefined || isOutOfReach(there.failure) || there.allows(target)
    }
    const { engine, request: asked, reading } = this.#options
    const request = url.origin === this.#root.origin ? asked : withoutSecrets(asked)
    const inspects = depth === 0 && this.#options.inspects
    const way = { engine, request, proxy: this.#access.proxyFor(url), mayFollow, reading, inspects }
    const visited = await visit(url, way, this.#context, this.#ports)
    signal.throwIfAborted()
    if (depth === 0 && visited.error) throw rootFailure(this.#root, visited.error)
    if (depth === 0) this.#warnOf(visited)
    if (depth === 0 && visited.isXml) this.#sitemaps = [visited.url.href]
    const listed = this.#list(visited, url, { depth, place })
    if (!listed) return () => {}
    const { statusCode, redirected } = visited
    // Not every engine calls `mayFollow` on redirects.
    const isAway = visited.url.href !== url.href && !(await mayFollow(visited.url))
    const page = isAway ? undefined : visited.page
    const { title = null, description = null } = page ?? {}
    const leads = page && depth < this.#options.maxDepth && !(this.#options.respectRobots && page.nofollow)
    if (leads && depth === 0)
      this.#sitemaps = page.sitemaps.slice(0, MAX_NAMED).flatMap((href) => followable(href)?.href ?? [])
    const links = leads && this.#options.sitemap !== 'only' ? await this.#linksOf(visited, robots) : []
    if (listed.isReplaced) return () => {}
    // Listed only after the last wait: if the time is up before, the visit counts as running.
    listed.entry = {
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
    }
    this.found.push(listed.entry)
    return () => {
      for (const link of links) this.#add(link, url.href)
    }
  }

  /** Warns if the root may lead to fewer pages than expected. */
  #warnOf({ url, needsScript }: Visit) {
    const { sameDomain, includeSubdomains } = this.#options.scope
    if (needsScript) this.warnings.push(NEEDS_SCRIPT)
    if (!createScope(this.#root, { sameDomain, includeSubdomains })(url))
      this.warnings.push(
        `url leads to another site: to map that site too, start at ${url}, or set options.sameDomain to false`,
      )
  }

  /** The identity of a URL. */
  #keyOf(url: URL): string {
    return normaliseUrl(url, { withoutQuery: this.#options.ignoreQueryParameters })
  }

  /**
   * Lists a page; undefined if it is listed under another URL already. Of its URLs in one level its own is listed,
   * otherwise the first, whichever of them responds first.
   */
  #list({ url: landed, page }: Visit, url: URL, { depth, place }: Place): Listed | undefined {
    const identity = this.#keyOf(page?.canonical ?? (landed.href === url.href ? url : landed))
    const rank = this.#keyOf(url) === identity ? -1 : place
    const other = this.#listed.get(identity)
    if (other && (other.depth !== depth || other.rank <= rank)) return undefined
    if (other) {
      other.isReplaced = true
      if (other.entry) this.found.splice(this.found.indexOf(other.entry), 1)
    }
    const listed: Listed = { depth, rank, isReplaced: false }
    this.#listed.set(identity, listed)
    return listed
  }

  /** Links that may be new, without duplicates and without those that the site's own robots.txt forbids. */
  async #linksOf({ page, url: { origin } }: Visit, robots: Robots | undefined): Promise<URL[]> {
    const found = new Map<string, URL>()
    const pause = createPause()
    for (const href of page?.links.split('\n', MAX_LINKS) ?? []) {
      // The caller may pass many patterns that take long.
      const others = pause()
      if (others) await others
      const url = followable(href)
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
