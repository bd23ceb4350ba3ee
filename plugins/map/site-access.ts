import type { ApiError, Kit, PageRequest, PolitenessContext, Proxy, Robots } from 'weirjs'

interface AccessOptions {
  respectRobots: boolean
  useProxy: boolean
  request: Pick<Partial<PageRequest>, 'location' | 'skipTlsVerification'>
}

/** How a map accesses hosts: through the proxy pool or not, with or without obeying robots.txt. */
export class SiteAccess {
  readonly #options: AccessOptions
  readonly #signal: AbortSignal
  readonly #ports: Pick<Kit, 'politeness' | 'proxies'>

  constructor(options: AccessOptions, signal: AbortSignal, ports: Pick<Kit, 'politeness' | 'proxies'>) {
    this.#options = options
    this.#signal = signal
    this.#ports = ports
  }

  /** The robots.txt of a URL's host, whose delay is applied from then on; undefined if it is not obeyed. */
  async robots(url: URL): Promise<(Robots & { failure?: ApiError }) | undefined> {
    if (!this.#options.respectRobots) return undefined
    const { politeness } = this.#ports
    const robots = await politeness.robots(url, this.contextFor(url))
    await politeness.applyCrawlDelay(url.host, robots)
    return robots
  }

  /** The proxy for a host; undefined if none is wanted. */
  proxyFor({ host }: URL): Proxy | undefined {
    const { useProxy, request } = this.#options
    return useProxy ? this.#ports.proxies.pick(host, request.location?.country) : undefined
  }

  /** The request options for robots.txt and sitemaps of a URL's host. */
  contextFor(url: URL): PolitenessContext {
    return { signal: this.#signal, proxy: this.proxyFor(url), insecure: this.#options.request.skipTlsVerification }
  }
}
