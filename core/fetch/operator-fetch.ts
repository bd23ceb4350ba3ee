import type { GuardedFetch } from '../contracts/fetch.ts'
import { createEgressRules } from '../egress-rules/egress-rules.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

/**
 * The guarded fetch for a service whose address the operator configured, such as an identity provider: its host may
 * be private. Wherever that host leads, by a redirect or by a link in a response, is checked like any other address.
 */
export function createOperatorFetch(address: string, { allow }: { allow: string }): GuardedFetch {
  const { host, protocol } = new URL(address)
  if (!/^https?:$/.test(protocol)) throw new TypeError('The address of a service must be an http or https URL')
  return createGuardedFetch({ rules: createEgressRules({ allow: `${allow},${host}` }) })
}
