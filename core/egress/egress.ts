import type { GuardedFetch } from '../contracts/fetch.ts'
import type { PageProxy, Proxy } from '../contracts/proxy.ts'
import { createEgressRules, type EgressTarget } from '../egress-rules/egress-rules.ts'
import type { ListeningAddress } from '../egress-rules/own-address.ts'
import { createResolve } from '../egress-rules/resolve.ts'
import { createResolveAndCheck } from '../egress-rules/resolve-and-check.ts'
import { createGuardedFetch } from '../fetch/guarded-fetch.ts'
import { createAddressCheck } from './address-check.ts'
import type { EgressProxy } from './egress-proxy.ts'
import { scrubProxyEnvironment } from './proxy-environment.ts'

/** Every way in which traffic leaves this machine: by fetch, or by the proxy of a page, under the same rules. */
export interface Egress {
  fetch: GuardedFetch
  /** Throws what `fetch` would throw for a forbidden address, without contacting its host. */
  check(url: URL | string, signal?: AbortSignal): Promise<void>
  /** For clients that cannot use `fetch`: browsers. */
  proxy(upstream?: Proxy): Promise<PageProxy>
  /** Registers one of our own listeners, which must never be fetched. */
  serves(at: ListeningAddress): void
  close(): Promise<void>
}

export interface EgressOptions {
  /** `WEIR_EGRESS_ALLOW`: private addresses that may be fetched. */
  allow: string
  /** Called for each refused address. */
  refused?(target: EgressTarget): void
}

/** Removes proxies from the environment, so it must be called before anything is fetched. */
export function createEgress({ allow, refused }: EgressOptions): Egress {
  scrubProxyEnvironment()
  const own: ListeningAddress[] = []
  const rules = createEgressRules({ allow, own, refused })
  const resolve = createResolve()
  const resolveAndCheck = createResolveAndCheck(rules, resolve)
  let proxy: Promise<EgressProxy> | undefined
  // Loaded with the first browser: it is a server with many dependencies.
  const loadProxy = async () => (await import('./egress-proxy.ts')).createEgressProxy({ resolveAndCheck, own })
  return {
    fetch: createGuardedFetch({ rules, resolve }),
    check: createAddressCheck(resolveAndCheck),
    async proxy(upstream) {
      proxy ??= loadProxy()
      return (await proxy).open(upstream)
    },
    serves: (at) => void own.push(at),
    close: async () => (await proxy)?.close(),
  }
}
