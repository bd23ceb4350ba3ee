import type { ApiError, Kit, PageRequest, PolitenessContext, Proxy, Robots } from 'weirjs'

interface AccessOptions {
  respectRobots: boolean
  useProxy: boolean
  request: Pick<Partial<PageRequest>, 'location' | 'skipTlsVerification'>
}

/** How a map goes out to the hosts it meets: by the proxy pool or not, with or without asking their robots.txt. */
export class SiteAccess {
  readonly #options: AccessOptions
  readonly #signal: AbortSignal
  readonly #ports: Pick<Kit, 'politeness' | 'proxies'>

  constructor(options: AccessOptions, signal: AbortSignal, ports: Pick<Kit, 'politeness' | 'proxies'>) {
    this.#options = options
    this.#signal = signal
    this.#ports = ports
  }

  /** The robots.txt of an address's host, whose delay is kept from then on; undefined where it is not asked for. */
  async robots(url: URL): Promise<(Robots & { failure?: ApiError }) | undefined> {
    if (!this.#options.respectRobots) return undefined
    const { politeness } = this.#ports
    const robots = await politeness.robots(url, this.contextFor(url))
    await politeness.applyCrawlDelay(url.host, robots)
    return robots
  }

  /** The proxy for a host; undefined where none is wanted. */
  proxyFor({ host }: URL): Proxy | undefined {
    const { useProxy, request } = this.#options
    return useProxy ? this.#ports.proxies.pick(host, request.location?.country) : undefined
  }

  /** What robots.txt and sitemaps of an address's host are asked for with. */
  contextFor(url: URL): PolitenessContext {
    return { signal: this.#signal, proxy: this.proxyFor(url), insecure: this.#options.request.skipTlsVerification }
  }
}
