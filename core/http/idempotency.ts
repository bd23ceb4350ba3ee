import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import type { JobKeeper } from '../jobs/start.ts'
import { describeError, type Log } from '../log.ts'
import { type Migration, type Store, statement } from '../store/index.ts'

/** One request that carries an `Idempotency-Key`. */
export interface KeyedRequest extends JobKeeper {
  /**
   * The answer that this key and body had before, after waiting for it where it is under way; undefined when the request is
   * to be done now. Throws 409 `conflict` for another body, 400 `invalid_request` for a key that is none.
   */
  begin(body: unknown): Promise<Response | undefined>
  /** Keeps the answer where it is a success, and lets those go on that wait. To be called in any case. */
  end(response: Response): Promise<void>
}

/** Repeated requests get the first one's answer, of one account and endpoint, for 24 hours. Source: decisions 4.6. */
export interface Idempotency {
  of(accountId: string, endpoint: string, key: string): KeyedRequest
}

interface IdempotencyTable {
  idempotency: {
    account: string
    endpoint: string
    key: string
    /** SHA-256 of the body. */
    hash: string
    /** The job that the request has started; its answer may still be to come. */
    job: string | null
    status: number | null
    headers: string | null
    body: Uint8Array | null
    created_at: number
  }
}
type IdempotencyRow = IdempotencyTable['idempotency']

export const idempotencyMigration: Migration = {
  name: '012-idempotency',
  async up(db, dialect) {
    await db.schema
      .createTable('idempotency')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('job', 'text')
      .addColumn('status', 'bigint')
      .addColumn('headers', 'text')
      .addColumn('body', dialect === 'postgres' ? 'bytea' : 'blob')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_key', ['account', 'endpoint', 'key'])
      .execute()
    await db.schema.createIndex('idempotency_age').on('idempotency').column('created_at').execute()
  },
}

const find = statement<[account: string, endpoint: string, key: string], IdempotencyRow>(
  (db, [account, endpoint, key]) =>
    db
      .selectFrom('idempotency')
      .selectAll()
      .where('account', '=', account)
      .where('endpoint', '=', endpoint)
      .where('key', '=', key),
)
const put = statement<
  [
    account: string,
    endpoint: string,
    key: string,
    hash: string,
    job: string | null,
    status: number | null,
    headers: string | null,
    body: Uint8Array | null,
    createdAt: number,
  ],
  never
>((db, [account, endpoint, key, hash, job, status, headers, body, created_at]) =>
  db
    .insertInto('idempotency')
    .values({ account, endpoint, key, hash, job, status, headers, body, created_at })
    .onConflict((conflict) =>
      conflict.columns(['account', 'endpoint', 'key']).doUpdateSet({ hash, job, status, headers, body, created_at }),
    ),
)
const dropOld = statement<[before: number], never>((db, [before]) =>
  db.deleteFrom('idempotency').where('created_at', '<=', before),
)

/** Milliseconds for which answers are kept. */
const KEPT = 24 * 3_600_000
/** Milliseconds between two deletions of older ones. */
const SWEEP_EVERY = 10 * 60_000
/** What of an answer's headers belongs to the answer, not to the request. */
const KEPT_HEADERS = ['content-type', 'preference-applied', 'location']
const LONGEST_KEY = 255

export function createIdempotency({ store, clock, log }: { store: Store; clock: Clock; log: Log }): Idempotency {
  /** Requests under way in this process, by account, endpoint and key. */
  const underWay = new Map<string, { hash: string; over: Promise<void> }>()
  let sweptAt = 0

  const sweep = () => {
    if (performance.now() - sweptAt < SWEEP_EVERY) return
    sweptAt = performance.now()
    store
      .write((tx) => tx.run(dropOld, clock.now() - KEPT), { durable: false, reserved: true })
      .catch((error) => log.warn('Old answers could not be deleted yet', { cause: describeError(error) }))
  }

  return {
    of(account, endpoint, key) {
      const name = JSON.stringify([account, endpoint, key])
      let hash = ''
      let jobId: string | undefined
      let release: (() => void) | undefined

      const enter = () => {
        const { promise: over, resolve } = Promise.withResolvers<void>()
        underWay.set(name, { hash, over })
        release = () => {
          release = undefined
          underWay.delete(name)
          resolve()
        }
      }

      /** What is kept of an earlier request. */
      const kept = async (): Promise<Response | undefined> => {
        const row = await store.get(find, account, endpoint, key)
        if (!row || row.created_at <= clock.now() - KEPT) return undefined
        if (row.hash !== hash) throw conflict()
        if (row.body === null) {
          // The job was started, and the answer never given: starting it again gives the same job.
          jobId = row.job ?? undefined
          return undefined
        }
        const headers = { ...JSON.parse(row.headers ?? '{}'), 'idempotency-replayed': 'true' }
        return new Response(inflateRawSync(row.body), { status: row.status ?? 200, headers })
      }

      return {
        get jobId() {
          return jobId
        },

        async begin(body) {
          checkKey(key)
          hash = createHash('sha256').update(canonical(body)).digest('hex')
          for (;;) {
            const other = underWay.get(name)
            if (!other) break
            if (other.hash !== hash) throw conflict()
            await other.over
          }
          enter()
          try {
            const response = await kept()
            if (response) release?.()
            return response
          } catch (error) {
            release?.()
            throw error
          }
        },

        async keep(tx, job) {
          await tx.run(put, account, endpoint, key, hash, job, null, null, null, clock.now())
          jobId = job
        },

        async end(response) {
          // Not begun, or answered by what was kept.
          if (!release) return
          try {
            if (!response.ok || !response.headers.get('content-type')?.includes('json')) return
            const body = deflateRawSync(new Uint8Array(await response.clone().arrayBuffer()), { level: 1 })
            const headers = Object.fromEntries(
              KEPT_HEADERS.flatMap((header) => {
                const value = response.headers.get(header)
                return value === null ? [] : [[header, value]]
              }),
            )
            const { status } = response
            await store.write((tx) =>
              tx.run(
                put,
                account,
                endpoint,
                key,
                hash,
                jobId ?? null,
                status,
                JSON.stringify(headers),
                body,
                clock.now(),
              ),
            )
            sweep()
          } catch (error) {
            // The work is done, and its answer is on its way: a repetition may do it again, which is better than none.
            log.warn('An answer could not be kept for its Idempotency-Key', { cause: describeError(error) })
          } finally {
            release?.()
          }
        },
      }
    },
  }
}

function checkKey(key: string) {
  if (key.length >= 1 && key.length <= LONGEST_KEY && /^[\x20-\x7e]+$/.test(key)) return
  throw new ApiError(
    400,
    'invalid_request',
    `Idempotency-Key must have 1 to ${LONGEST_KEY} characters, all of them printable ASCII`,
    { parameter: 'Idempotency-Key' },
  )
}

const conflict = () =>
  new ApiError(409, 'conflict', 'This Idempotency-Key was used for a request with another body; use a new key', {
    header: 'Idempotency-Key',
  })

/** JSON that is the same whatever the order of an object's fields. */
const canonical = (value: unknown) =>
  JSON.stringify(value ?? null, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
