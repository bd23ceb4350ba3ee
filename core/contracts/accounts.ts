import type { Keys } from '../auth/keys/api-key.ts'
import type { Login, PasswordChange, TokenLogin } from '../auth/login/login.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Users } from '../auth/users/users.ts'
import type { Usage } from '../credits/usage.ts'
import type { Account } from './account.ts'
import type { Plan, Plans } from './plan.ts'

export type { ApiKey, Keys, NewKey } from '../auth/keys/api-key.ts'
export type { Login, PasswordChange, TokenLogin } from '../auth/login/login.ts'
export type { Sessions, StartedSession } from '../auth/sessions.ts'
export type { NewUser, UserChanges, UserFilter, Users } from '../auth/users/users.ts'
export type { Preferences, User } from '../auth/users/users-table.ts'
export type { Usage, UsageTotals } from '../credits/usage.ts'
export type { Account, OwnRate } from './account.ts'
export type { Plan, PlanName, Plans } from './plan.ts'

/** Users, their credentials and their usage. */
export interface Accounts {
  readonly plans: Plans
  plan(account: Account): Plan
  readonly users: Users
  readonly keys: Keys
  readonly sessions: Sessions
  readonly usage: Usage
  readonly login: Login
  readonly changePassword: PasswordChange
  readonly loginByToken: TokenLogin
  /** Writes counts that are still in memory to the store. */
  close(): Promise<void>
}
