import { createEgressRules } from './egress-rules.ts'
import type { GuardedFetch } from './fetch.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { ListeningAddress } from './own-address.ts'

/** The ways out of this machine, all under the same rules. */
export interface Egress {
  fetch: GuardedFetch
  /** Names a listener of ours, which is never fetched. */
  serves(at: ListeningAddress): void
}

/** `allow` is `WEIR_EGRESS_ALLOW`: what may be fetched although it is private. */
export function createEgress({ allow }: { allow: string }): Egress {
  const own: ListeningAddress[] = []
  return { fetch: createGuardedFetch({ rules: createEgressRules({ allow, own }) }), serves: (at) => void own.push(at) }
}
