import { type Kysely, sql } from 'kysely'
import { theService } from '../../audit/system-actor.ts'
import type { Clock } from '../../clock.ts'
import type { Account, OwnRate } from '../../contracts/account.ts'
import type { Actor, Audit } from '../../contracts/operations/audit.ts'
import type { PlanName, Plans } from '../../contracts/plan.ts'
import type { Credits } from '../../credits/credits.ts'
import { ApiError, notFound } from '../../errors.ts'
import { isId, newId } from '../../id.ts'
import { monthlyMillicredits } from '../../plans/plans.ts'
import { ConstraintError, type Queries, type Store, type Tx } from '../../store/index.ts'
import { cursorId, pageOf } from '../../store/paging.ts'
import type { Passwords } from '../passwords.ts'
import { ENDED, type SessionsTable } from '../sessions.ts'
import { userAdded, userChanged } from './audited-users.ts'
import { isPassword } from './is-password.ts'
import { lastSeen } from './last-seen.ts'
import {
  changedColumns,
  emailKey,
  type Preferences,
  toUser,
  type User,
  type UserRow,
  type UsersTable,
} from './users-table.ts'

export interface NewUser {
  email: string
  /** Without one, nobody can log in as this user until one is set. */
  password?: string
  fullName?: string
  plan?: PlanName
  role?: Account['role']
}

export interface UserChanges {
  fullName?: string
  /** Merged into the existing preferences. */
  preferences?: Preferences
  plan?: PlanName
  role?: Account['role']
  status?: User['status']
  monthlyCredits?: number | null
  rateLimit?: OwnRate | null
  /** Also ends the user's sessions. */
  password?: string
}

export interface UserFilter extends Partial<Pick<User, 'status' | 'plan' | 'role'>> {
  search?: string
  limit: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

export interface Users {
  /**
   * Creates a user, grants the first month's credits, and runs `also` in the same transaction. `by` is recorded in
   * the audit log, here and below; without it, the service itself is. Throws 409 `conflict` if the address exists, in
   * any case.
   */
  add(user: NewUser, by?: Actor, also?: (tx: Tx, user: User) => Promise<void>): Promise<User>
  get(id: string): Promise<User | undefined>
  /** Case-insensitive. */
  byEmail(email: string): Promise<User | undefined>
  /** Newest first. `search` matches address, name and id. */
  list(filter: UserFilter): Promise<{ users: User[]; nextCursor: string | null }>
  /** Takes effect at once. Throws 404 `not_found`, and 409 `conflict` if no active administrator would be left. */
  update(id: string, changes: UserChanges, by?: Actor): Promise<User>
  /** The same within the caller's transaction. */
  within(tx: Tx): { update(id: string, changes: Omit<UserChanges, 'password'>, by?: Actor): Promise<User> }
  /** When users were last seen, by user id; without those that never were. */
  lastSeen(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  count(): Promise<{ total: number; active: number }>
  /** The oldest active administrator, as whom commands on the server's own machine act. */
  administrator(): Promise<User | undefined>
  /** Calls back on each change of a user in this process. Returns a function that unsubscribes. */
  watch(listener: (user: User) => void): () => void
}

/** Internal to the core: changes of a password that depend on the current one. */
export interface UserStore extends Users {
  /** Undefined if the password is no longer that of `row`. */
  replacePassword(row: Pick<UserRow, 'id' | 'password_hash'>, password: string, by: Actor): Promise<User | undefined>
}

export interface UsersParts {
  store: Store
  credits: Credits
  plans: Plans
  passwords: Passwords
  audit: Audit
  clock: Clock
}

export function createUsers({ store, credits, plans, passwords, audit, clock }: UsersParts): UserStore {
  const listeners = new Set<(user: User) => void>()
  const read = (db: Queries) => db.db<UsersTable>().selectFrom('users').selectAll()
  const one = async (query: ReturnType<typeof read>) => {
    const row = await query.executeTakeFirst()
    return row && toUser(row)
  }

  const change = async (tx: Tx, id: string, changes: Omit<UserChanges, 'password'>, by: Actor, hash?: string) => {
    if (!isId('usr', id)) throw notFound('user', id)
    await tx.lock(`user ${id}`)
    const before = await one(read(tx).where('id', '=', id))
    if (!before) throw notFound('user', id)
    const after: User = {
      ...before,
      ...withoutUndefined(changes),
      preferences: { ...before.preferences, ...withoutUndefined(changes.preferences ?? {}) },
    }
    if (isActiveAdmin(before) && !isActiveAdmin(after)) await keepAnAdministrator(tx, id)
    await tx.db<UsersTable>().updateTable('users').set(changedColumns(after, hash)).where('id', '=', id).execute()
    if (hash !== undefined) {
      await tx.db<SessionsTable>().updateTable('sessions').set(ENDED).where('account', '=', id).execute()
    }
    await credits.within(tx).allow(id, monthlyMillicredits(plans[after.plan], after.monthlyCredits))
    for (const entry of userChanged(before, after, by, hash !== undefined)) await audit.record(tx, by, entry)
    tx.after(() => {
      for (const listener of listeners) listener(after)
    })
    return after
  }

  return {
    async add({ email, password, fullName = '', plan = 'free', role = 'user' }, by = theService, also) {
      const now = clock.now()
      const row: UserRow = {
        id: newId('usr', now),
        email,
        email_key: emailKey(email),
        password_hash: password === undefined ? null : await passwords.hash(password),
        full_name: fullName,
        preferences: '{}',
        plan,
        role,
        status: 'active',
        monthly_credits: null,
        rate_limit: null,
        created_at: now,
      }
      try {
        await store.write(async (tx) => {
          await tx.db<UsersTable>().insertInto('users').values(row).execute()
          await credits.within(tx).open(row.id, monthlyMillicredits(plans[plan], null))
          await audit.record(tx, by, userAdded(toUser(row)))
          await also?.(tx, toUser(row))
        })
      } catch (error) {
        if (error instanceof ConstraintError && error.kind === 'unique') {
          throw new ApiError('conflict', `A user with the e-mail address ${email} already exists`, {
            parameter: 'email',
          })
        }
        throw error
      }
      return toUser(row)
    },

    get: async (id) => (isId('usr', id) ? one(read(store).where('id', '=', id)) : undefined),
    byEmail: (email) => one(read(store).where('email_key', '=', emailKey(email))),

    async list({ search, status, plan, role, limit, cursor }) {
      let query = read(store)
        .orderBy('id', 'desc')
        .limit(limit + 1)
      if (cursor !== undefined) query = query.where('id', '<', cursorId('usr', cursor))
      if (search) query = query.where(matches(search))
      if (status !== undefined) query = query.where('status', '=', status)
      if (plan !== undefined) query = query.where('plan', '=', plan)
      if (role !== undefined) query = query.where('role', '=', role)
      const { page, nextCursor } = pageOf(await query.execute(), limit)
      return { users: page.map(toUser), nextCursor }
    },

    async update(id, { password, ...changes }, by = theService) {
      const hash = password === undefined ? undefined : await passwords.hash(password)
      return store.write((tx) => change(tx, id, changes, by, hash))
    },
    async replacePassword(row, password, by) {
      const hash = await passwords.hash(password)
      return store.write(async (tx) => ((await isPassword(tx, row)) ? change(tx, row.id, {}, by, hash) : undefined))
    },
    within: (tx) => ({ update: (id, changes, by = theService) => change(tx, id, changes, by) }),

    lastSeen: (ids) => lastSeen(store, ids),

    async count() {
      const rows = await store
        .db<UsersTable>()
        .selectFrom('users')
        .select(['status', (eb) => eb.fn.countAll<number>().as('users')])
        .groupBy('status')
        .execute()
      const total = rows.reduce((sum, row) => sum + Number(row.users), 0)
      return { total, active: Number(rows.find((row) => row.status === 'active')?.users ?? 0) }
    },

    administrator: () =>
      one(read(store).where('role', '=', 'admin').where('status', '=', 'active').orderBy('id').limit(1)),

    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * A case-insensitive substring match, with the wildcards of LIKE escaped. SQLite lowers only ASCII letters: a name
 * with others is found as it was typed, and in all upper or all lower case.
 */
const matches = (search: string) => {
  const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const pattern = patternOf(search.toLowerCase())
  const names = [search.toLowerCase(), search, search.toUpperCase()].map((text) =>
    patternOf(text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
  )
  const named = sql.join(
    [...new Set(names)].map((name) => sql`lower(full_name) like ${name} escape '\\'`),
    sql` or `,
  )
  return sql<boolean>`(email_key like ${pattern} escape '\\' or ${named} or id like ${pattern} escape '\\')`
}

const isActiveAdmin = ({ role, status }: User) => role === 'admin' && status === 'active'

async function keepAnAdministrator(tx: Tx, id: string) {
  // Otherwise two could each rely on the other.
  await tx.lock('administrators')
  const other = await (tx.db() as Kysely<UsersTable>)
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (!other)
    throw new ApiError('conflict', 'This is the last active administrator: make another user an administrator first', {
      id,
    })
}

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Partial<T>
