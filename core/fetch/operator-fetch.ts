import type { GuardedFetch } from '../contracts/fetch.ts'
import { createEgressRules } from '../egress-rules/egress-rules.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

/**
 * The guarded fetch for a service that the operator named by its address, such as an identity provider: its host may
 * be private. Whatever that host leads to, by a redirect or a link in its answers, is checked as any other address.
 */
export function createOperatorFetch(address: string, { allow }: { allow: string }): GuardedFetch {
  const { host, protocol } = new URL(address)
  if (!/^https?:$/.test(protocol)) throw new TypeError('The address of a service must be an http or https URL')
  return createGuardedFetch({ rules: createEgressRules({ allow: `${allow},${host}` }) })
}
