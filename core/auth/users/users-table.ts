import type { Account, OwnRate } from '../../contracts/account.ts'
import type { PlanName } from '../../contracts/plan.ts'
import type { Migration } from '../../store/index.ts'

export interface Preferences {
  notifications?: boolean
  theme?: string
}

/** Everything known about a user, except the password. */
export interface User extends Account {
  fullName: string
  preferences: Preferences
  status: 'active' | 'suspended'
  /** Millicredits per month, which replace the plan's. */
  monthlyCredits: number | null
  /** Request rates, which replace the plan's general limits. */
  rateLimit: OwnRate | null
  createdAt: number
}

export interface UsersTable {
  users: {
    id: string
    email: string
    email_key: string
    password_hash: string | null
    full_name: string
    preferences: string
    plan: PlanName
    role: Account['role']
    status: User['status']
    monthly_credits: number | null
    rate_limit: string | null
    created_at: number
  }
}
export type UserRow = UsersTable['users']

export const usersMigration: Migration = {
  name: '001-users',
  async up(db) {
    await db.schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text')
      .addColumn('full_name', 'text', (column) => column.notNull())
      .addColumn('preferences', 'text', (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('monthly_credits', 'bigint')
      .addColumn('rate_limit', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}

export const toUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  plan: row.plan,
  role: row.role,
  fullName: row.full_name,
  preferences: JSON.parse(row.preferences),
  status: row.status,
  monthlyCredits: row.monthly_credits,
  rateLimit: row.rate_limit === null ? null : JSON.parse(row.rate_limit),
  createdAt: row.created_at,
})

/**
 * Addresses that differ only in case are equal. The kelvin, angstrom and ohm signs are letters of their own that
 * lower-casing turns into ordinary ones: the owner of such an address could sign in as somebody else.
 */
export const emailKey = (email: string) => email.replaceAll(/[^\u2126\u212a\u212b]+/g, (part) => part.toLowerCase())

/** The columns that a change may write. `hash` is that of a new password. */
export const changedColumns = (user: User, hash: string | undefined) => ({
  full_name: user.fullName,
  preferences: JSON.stringify(user.preferences),
  plan: user.plan,
  role: user.role,
  status: user.status,
  monthly_credits: user.monthlyCredits,
  rate_limit: user.rateLimit === null ? null : JSON.stringify(user.rateLimit),
  ...(hash === undefined ? {} : { password_hash: hash }),
})
