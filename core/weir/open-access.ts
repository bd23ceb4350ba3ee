import { createAudit } from '../audit/audit.ts'
import { createAccounts } from '../auth/create-accounts.ts'
import { generateLocalToken } from '../auth/local-token.ts'
import { openThrottle } from '../auth/login/open-throttle.ts'
import type { Oidc } from '../auth/oidc.ts'
import type { Passwords } from '../auth/passwords.ts'
import type { Clock } from '../clock.ts'
import type { Plugin } from '../contracts/plugin.ts'
import { allowPlans, createCredits } from '../credits/ledger.ts'
import type { KnownPlans } from '../host/read-plans.ts'
import { openLeases } from '../leases/open-leases.ts'
import { openLimitCounters } from '../limits/counters.ts'
import { declaredLimits } from '../limits/declared-limits.ts'
import { createLimits } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import { deriveKey } from '../secrets/secret.ts'
import type { Store } from '../store/index.ts'
import type { Closers } from './closers.ts'

interface Needs extends KnownPlans {
  store: Store
  secret: Uint8Array
  plugins: readonly Plugin[]
  /** Whether credits and limits are counted. */
  metering: boolean
  /** The operator's identity provider. */
  oidc: Oidc | undefined
  /** Default: hashing at full cost. */
  passwords: Passwords | undefined
  log: Log
  clock: Clock
}

/** Opens authentication, credits and limits. */
export async function openAccess(needs: Needs, closers: Closers) {
  const { store, secret, plugins, plans, idleFamilies, metering, oidc, passwords, log, clock } = needs
  const audit = createAudit({ store, clock })
  const leases = openLeases({ store, log })
  closers.add(() => leases.close())
  const credits = await createCredits({ store, log, clock, metering })
  closers.add(() => credits.close())
  await allowPlans(store, credits, plans)
  const localToken = generateLocalToken()
  const { accounts, auth, keys } = await createAccounts({
    store,
    credits,
    plans,
    log,
    audit,
    sessionKey: deriveKey(secret, 'sessions'),
    permissions: plugins.flatMap(permissionsOf),
    localToken,
    oidc,
    clock,
    throttle: openThrottle({ store, leases, clock }),
    passwords,
  })
  closers.add(() => accounts.close())
  const limits = createLimits({
    ...(await openLimitCounters({ store, log, clock })),
    plans,
    declared: declaredLimits(plugins),
    idle: idleFamilies,
    metering,
    clock,
  })
  closers.add(() => limits.close())
  return { audit, leases, credits, localToken, accounts, auth, keys, limits }
}

/** The permissions that a plugin adds for keys. */
const permissionsOf = ({ name, permissions = [name] }: Plugin) =>
  permissions.length === 0 ? [] : [name, ...permissions]
