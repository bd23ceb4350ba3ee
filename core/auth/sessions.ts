import type { Clock } from '../clock.ts'
import type { Account } from '../contracts/account.ts'
import type { Audit } from '../contracts/operations/audit.ts'
import { newId } from '../id.ts'
import { type Migration, type Store, statement, type Tx } from '../store/index.ts'
import { actorOf, type Origin } from './actor.ts'
import type { UserRow } from './users/users-table.ts'

/** Lifetime of a session in seconds. Source: decisions 2.5. */
const SESSION_SECONDS = 86_400

export interface StartedSession {
  token: string
  /** In seconds. */
  expiresIn: number
}

export interface Sessions {
  /**
   * Starts a session; an administrator's is written to the audit log. `from` is undefined if no request asked for it.
   */
  start(account: Account, from?: Origin): Promise<StartedSession>
  /** Ends a session: its token is refused from now on. */
  end(id: string): Promise<void>
}

/** Internal to the core: finds sessions by their token. */
export interface SessionReader extends Sessions {
  /** `also` runs first, in the same transaction. */
  start(account: Account, from?: Origin, also?: (tx: Tx) => Promise<void>): Promise<StartedSession>
  /** Undefined if the token is not ours or has expired, or if its session has ended. */
  find(token: string): Promise<FoundSession | undefined>
}

/** A session and its user, in one query. */
export type FoundSession = Pick<UserRow, 'email' | 'plan' | 'role' | 'status' | 'rate_limit'> & {
  id: string
  account: string
}

export interface SessionsTable {
  sessions: { id: string; account: string; created_at: number; expires_at: number }
}

/**
 * The change that ends a session early. Its row stays until the user's next session, because it records when the user
 * was last seen.
 */
export const ENDED = { expires_at: 0 } as const

export const sessionsMigration: Migration = {
  name: '003-sessions',
  async up(db) {
    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull().references('users.id'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('sessions_account').on('sessions').columns(['account', 'expires_at']).execute()
  },
}

const findSession = statement<[id: string, account: string], FoundSession>((db, [id, account]) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.account')
    .select([
      'sessions.id',
      'sessions.account',
      'users.email',
      'users.plan',
      'users.role',
      'users.status',
      'users.rate_limit',
    ])
    .where('sessions.id', '=', id)
    .where('sessions.account', '=', account)
    .where('sessions.expires_at', '>', ENDED.expires_at),
)

/** Loaded with the first session: its 46 files would slow down every start. */
const loadJose = () => import('jose')

const ISSUER = 'weir'
const AUDIENCE = 'weir-api'

/** Sessions are JWTs signed with HS256. Each also has a row in the store, so that it can be ended early. */
export async function createSessions({
  store,
  clock,
  audit,
  secret,
}: {
  store: Store
  clock: Clock
  audit: Audit
  secret: Uint8Array
}): Promise<SessionReader> {
  // jose accepts secrets of any length, so the length is checked here. Source: threats T38.
  if (secret.byteLength < 32) throw new Error('The key of session tokens must have at least 32 bytes')
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

  return {
    async start(user, from, also) {
      const account = user.id
      const now = clock.now()
      const id = newId('ses', now)
      const issued = Math.floor(now / 1000)
      await store.write(async (tx) => {
        await also?.(tx)
        const db = tx.db<SessionsTable>()
        await db.deleteFrom('sessions').where('account', '=', account).where('expires_at', '<=', now).execute()
        const row = { id, account, created_at: now, expires_at: (issued + SESSION_SECONDS) * 1000 }
        await db.insertInto('sessions').values(row).execute()
        if (user.role !== 'admin') return
        const caller = { account: user, permissions: ['*'], rateLimit: null, session: { id } }
        const target = { type: 'user', id: account, name: user.email }
        await audit.record(tx, actorOf(caller, from), { action: 'session.started', target })
      })
      const { SignJWT } = await loadJose()
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(account)
        .setJti(id)
        .setIssuedAt(issued)
        .setExpirationTime(issued + SESSION_SECONDS)
        .sign(key)
      return { token, expiresIn: SESSION_SECONDS }
    },

    async end(id) {
      await store.write((tx) =>
        tx.db<SessionsTable>().updateTable('sessions').set(ENDED).where('id', '=', id).execute(),
      )
    },

    async find(token) {
      const { errors, jwtVerify } = await loadJose()
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          // Without these, a token that lacks the claims would be valid forever.
          requiredClaims: ['exp', 'iat', 'sub', 'jti'],
          currentDate: new Date(clock.now()),
        })
        return await store.get(findSession, payload.jti!, payload.sub!)
      } catch (error) {
        // Any fault of the token means that there is no session; a failing store is another matter.
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
