import { type Clock, systemClock } from '../clock.ts'
import type { Accounts } from '../contracts/accounts.ts'
import type { Audit } from '../contracts/operations/audit.ts'
import type { Plans } from '../contracts/plan.ts'
import type { Credits } from '../credits/credits.ts'
import { createUsage } from '../credits/usage.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/index.ts'
import { type Auth, createAuth } from './index.ts'
import { cacheKeys } from './keys/key-cache.ts'
import { createKeys, type KeyStore } from './keys/keys.ts'
import { createLogin, createTokenLogin } from './login/login.ts'
import type { Throttle } from './login/throttle.ts'
import type { Oidc } from './oidc.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSessions } from './sessions.ts'
import { createUsers } from './users/users.ts'

export interface AccountsParts {
  store: Store
  credits: Credits
  plans: Plans
  log: Log
  audit: Audit
  /** At least 32 bytes, derived from the server's secret for this purpose alone. */
  sessionKey: Uint8Array
  /** The permissions that plugins name. `account`, `admin` and `*` are added. */
  permissions: readonly string[]
  /** The credential of commands on this machine; see `local-token.ts`. */
  localToken?: string
  clock?: Clock
  /** The operator's identity provider. */
  oidc?: Oidc
  /** Default: a throttle with the real delays. */
  throttle?: Throttle
  /** Default: hashing at full cost. */
  passwords?: Passwords
}

/** The users, keys and sessions of a store, and authentication by them. The store must have the core's migrations. */
export async function createAccounts(
  parts: AccountsParts,
): Promise<{ accounts: Accounts; auth: Auth; keys: KeyStore }> {
  const { store, credits, plans, log, audit, sessionKey, localToken, oidc, clock = systemClock } = parts
  const permissions = [...new Set([...parts.permissions, 'account', 'admin', '*'])]
  const passwords = parts.passwords ?? createPasswords()
  const users = createUsers({ store, credits, plans, passwords, audit, clock })
  const keys = cacheKeys(createKeys({ store, clock, log, audit, permissions }), users)
  const sessions = await createSessions({ store, clock, audit, secret: sessionKey })
  const usage = createUsage({ store, clock, log })
  const accounts: Accounts = {
    plans,
    plan: ({ plan }) => plans[plan],
    users,
    keys,
    sessions,
    usage,
    ...createLogin({ store, clock, passwords, users, sessions, audit, throttle: parts.throttle }),
    loginByToken: createTokenLogin({ users, sessions, oidc }),
    async close() {
      await keys.close()
      await usage.close()
    },
  }
  return { accounts, auth: createAuth({ users, plans, keys, sessions, clock, oidc, localToken }), keys }
}
