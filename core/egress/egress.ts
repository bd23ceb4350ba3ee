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

/** How anything leaves this machine: by fetch or by the proxy of a page, under the same rules. */
export interface Egress {
  fetch: GuardedFetch
  /** Throws what `fetch` would for an address that it may not go to; its host is not asked. */
  check(url: URL | string, signal?: AbortSignal): Promise<void>
  /** For what cannot use `fetch`: a browser. */
  proxy(upstream?: Proxy): Promise<PageProxy>
  /** Names a listener of ours, which is never fetched. */
  serves(at: ListeningAddress): void
  close(): Promise<void>
}

export interface EgressOptions {
  /** `WEIR_EGRESS_ALLOW`: what may be fetched although it is private. */
  allow: string
  /** Is told of each address that was not allowed. */
  refused?(target: EgressTarget): void
}

/** Takes proxies out of the environment, so it is to be called before anything is fetched. */
export function createEgress({ allow, refused }: EgressOptions): Egress {
  scrubProxyEnvironment()
  const own: ListeningAddress[] = []
  const rules = createEgressRules({ allow, own, refused })
  const resolve = createResolve()
  const resolveAndCheck = createResolveAndCheck(rules, resolve)
  let proxy: Promise<EgressProxy> | undefined
  // Loaded with the first browser: it is a server, which takes much with it.
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
