import { changesBetween } from '../../audit/changes.ts'
import { theService } from '../../audit/system-actor.ts'
import { type Clock, isoTime } from '../../clock.ts'
import type { MaybePromise } from '../../concurrency/maybe-promise.ts'
import type { Account, OwnRate } from '../../contracts/account.ts'
import type { Actor, Audit } from '../../contracts/operations/audit.ts'
import { ApiError, notFound } from '../../errors.ts'
import { isId, newId } from '../../id.ts'
import type { Log } from '../../log.ts'
import { type Migration, type Store, statement, type Tx } from '../../store/index.ts'
import { cursorId, pageOf } from '../../store/paging.ts'
import { createWriteBehind } from '../../store/write-behind.ts'
import { randomText } from '../random-text.ts'
import type { UserRow } from '../users/users-table.ts'
import { type ApiKey, type KeyBounds, type KeyRestrictions, type Keys, type NewKey, PREFIX_LENGTH } from './api-key.ts'
import { sha256 } from './digest.ts'
import { withinBounds } from './key-bounds.ts'
import { checkNewKey } from './key-rules.ts'

/** Internal to the core: finds keys by their value. */
export interface KeyStore extends Keys {
  find(secret: string): MaybePromise<FoundKey | undefined>
  /** Notes that a key was used now; written with a delay. */
  used(id: string): void
  /** Creates a key with a value that the operator chose, in the caller's transaction. */
  import(tx: Tx, account: Account, name: string, secret: string): Promise<ApiKey>
  close(): Promise<void>
}

/** A key and its user. */
export interface FoundKey {
  id: string
  account: Account
  /** Of the account. */
  status: UserRow['status']
  ownRateLimit: OwnRate | null
  rateLimit: OwnRate | null
  bounds: KeyBounds
  revokedAt: number | null
}

export interface KeysTable {
  api_keys: {
    id: string
    account: string
    name: string
    prefix: string
    hash: string
    permissions: string
    rate_limit: string | null
    /** KeyRestrictions as JSON; null if the key has none. */
    restrictions: string | null
    expires_at: number | null
    revoked_at: number | null
    last_used: number | null
    created_at: number
  }
}
export type KeyRow = KeysTable['api_keys']

export const keysMigration: Migration = {
  name: '002-api-keys',
  async up(db) {
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull().references('users.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('permissions', 'text', (column) => column.notNull())
      .addColumn('rate_limit', 'text')
      .addColumn('restrictions', 'text')
      .addColumn('expires_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .addColumn('last_used', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('api_keys_account').on('api_keys').columns(['account', 'id']).execute()
  },
}

/** Only what every request needs: each column costs as much as the look-up itself. */
const FOUND = ['id', 'account', 'permissions', 'rate_limit', 'restrictions', 'expires_at', 'revoked_at'] as const

type FoundRow = Pick<KeyRow, (typeof FOUND)[number]> &
  Pick<UserRow, 'email' | 'plan' | 'role' | 'status'> & { own_rate_limit: string | null }

const findByHash = statement<[hash: string], FoundRow>((db, [hash]) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.account')
    .select(FOUND.map((name) => `api_keys.${name}`))
    .select(['users.email', 'users.plan', 'users.role', 'users.status', 'users.rate_limit as own_rate_limit'])
    .where('api_keys.hash', '=', hash),
)
/** Written with a delay, so an older time may arrive after a newer one. */
const setLastUsed = statement<[at: number, id: string], never>((db, [at, id]) =>
  db
    .updateTable('api_keys')
    .set({ last_used: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used', 'is', null), eb('last_used', '<', at)])),
)

/** A value that matches `KEY_FORM`. */
export const generateKey = () => `wr_${randomText(5)}_${randomText(40)}`

/** The most keys of an account that are neither revoked nor expired. */
export const MAX_KEYS = 1000
const countUsable = statement<[account: string, now: number], { keys: number }>((db, [account, now]) =>
  db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('keys'))
    .where('account', '=', account)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
)

/** Milliseconds between a key's use and its being written. */
const LAST_USED_DELAY = 3_000

const parse = <T>(json: string | null): T | null => (json === null ? null : JSON.parse(json))
const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

const UNRESTRICTED: KeyRestrictions = { allowedIps: null, readOnly: false, endpoints: null }
const restrictionsOf = ({ restrictions }: Pick<KeyRow, 'restrictions'>) =>
  parse<KeyRestrictions>(restrictions) ?? UNRESTRICTED

const toFound = (row: FoundRow): FoundKey => ({
  id: row.id,
  account: { id: row.account, email: row.email, plan: row.plan, role: row.role },
  status: row.status,
  ownRateLimit: parse(row.own_rate_limit),
  rateLimit: parse(row.rate_limit),
  bounds: { permissions: JSON.parse(row.permissions), ...restrictionsOf(row), expiresAt: row.expires_at },
  revokedAt: row.revoked_at,
})

export interface KeysParts {
  store: Store
  clock: Clock
  log: Log
  audit: Audit
  permissions: readonly string[]
}

export function createKeys({ store, clock, log, audit, permissions }: KeysParts): KeyStore {
  const uses = createWriteBehind<number>({
    every: LAST_USED_DELAY,
    merge: Math.max,
    log,
    write: (entries) =>
      store.write(
        async (tx) => {
          for (const [id, at] of entries) await tx.run(setLastUsed, at, id)
        },
        { durable: false },
      ),
  })

  const toKey = (row: KeyRow): ApiKey => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    permissions: JSON.parse(row.permissions),
    rateLimit: parse(row.rate_limit),
    ...restrictionsOf(row),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsed: uses.pending(row.id) ?? row.last_used,
    createdAt: row.created_at,
  })

  const insert = async (tx: Tx, account: Account, key: NewKey, secret: string, by: Actor): Promise<ApiKey> => {
    const now = clock.now()
    const row: KeyRow = {
      id: newId('key', now),
      account: account.id,
      name: key.name,
      prefix: secret.slice(0, PREFIX_LENGTH),
      hash: sha256(secret),
      permissions: JSON.stringify([...new Set(key.permissions ?? ['*'])]),
      rate_limit: json(key.rateLimit),
      restrictions: json(restrictionsIn(key)),
      expires_at: key.expiresAt ?? null,
      revoked_at: null,
      last_used: null,
      created_at: now,
    }
    await tx.db<KeysTable>().insertInto('api_keys').values(row).execute()
    const made = toKey(row)
    await audit.record(tx, by, {
      action: 'key.created',
      target: targetOf(made),
      changes: changesBetween({}, { account: account.id, ...toAudited(made) }, ['account', ...AUDITED]),
    })
    return made
  }

  return {
    permissions,

    async create(account, asked, maker, by = theService) {
      checkNewKey(account, asked, permissions, clock.now())
      const key = maker ? withinBounds(account, asked, maker) : asked
      const secret = generateKey()
      const made = await store.write(async (tx) => {
        await tx.lock(`keys of ${account.id}`)
        const { keys } = (await tx.get(countUsable, account.id, clock.now()))!
        if (Number(keys) >= MAX_KEYS) throw tooMany()
        return insert(tx, account, key, secret, by)
      })
      return { key: made, secret }
    },

    async list(accountId, { limit, cursor }) {
      let query = store.db<KeysTable>().selectFrom('api_keys').selectAll().where('account', '=', accountId)
      if (cursor !== undefined) query = query.where('id', '<', cursorId('key', cursor))
      const rows = await query
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const { page, nextCursor } = pageOf(rows, limit)
      return { keys: page.map(toKey), nextCursor }
    },

    async revoke(accountId, id, by = theService) {
      if (!isId('key', id)) throw notFound('key', id)
      return store.write(async (tx) => {
        await tx.lock(`key ${id}`)
        const db = tx.db<KeysTable>()
        const mine = db.selectFrom('api_keys').selectAll().where('id', '=', id).where('account', '=', accountId)
        const row = await mine.executeTakeFirst()
        if (!row) throw notFound('key', id)
        if (row.revoked_at !== null) return toKey(row)
        const revoked_at = clock.now()
        await db.updateTable('api_keys').set({ revoked_at }).where('id', '=', id).execute()
        const revoked = toKey({ ...row, revoked_at })
        const changes = { revokedAt: { before: null, after: isoTime(revoked_at) } }
        await audit.record(tx, by, { action: 'key.revoked', target: targetOf(revoked), changes })
        return revoked
      })
    },

    async find(secret) {
      const row = await store.get(findByHash, sha256(secret))
      return row && toFound(row)
    },
    used: (id) => uses.add(id, clock.now()),

    import: (tx, account, name, secret) => insert(tx, account, { name }, secret, theService),

    close: () => uses.close(),
  }
}

const tooMany = () =>
  new ApiError('invalid_request', `An account can have at most ${MAX_KEYS} keys; revoke one first`, {
    maximum: MAX_KEYS,
  })

/** The restrictions of a new key; null if it has none. */
const restrictionsIn = ({ allowedIps = null, readOnly = false, endpoints = null }: NewKey): KeyRestrictions | null =>
  allowedIps || readOnly || endpoints ? { allowedIps, readOnly, endpoints } : null

const targetOf = ({ id, name, prefix }: ApiKey) => ({ type: 'key', id, name: `${name} (${prefix})` })

/** What the audit log records of a new key, as far as it is set. */
const AUDITED = ['permissions', 'rateLimit', 'allowedIps', 'readOnly', 'endpoints', 'expiresAt'] as const
const toAudited = (key: ApiKey) => ({ ...key, expiresAt: isoTime(key.expiresAt), readOnly: key.readOnly || null })
