import { type Clock, cursorId, isId, notFound, pageOf, type Store, type Tx } from 'weirjs'
import {
  type AttemptRow,
  addAttempt,
  type DeliveryRow,
  type DeliveryStatus,
  dropAttempts,
  endpointOf,
  findDelivery,
  LISTED,
  type Tables,
  updateDelivery,
} from '../tables.ts'
import type { Attempt } from './post.ts'

/** The most attempts of one delivery that are stored: a receiver may ask for patience often. */
const MAX_ATTEMPTS = 50

/** A new delivery. */
export interface NewDelivery {
  id: string
  account: string
  url: string
  event: string
  job: string | null
  body: string
  /** Sealed; see the table. */
  form?: string | null
  createdAt: number
}

/** Filters of an account's deliveries. */
export interface DeliveryFilter {
  status?: DeliveryStatus
  event?: string
  job?: string
  limit: number
  cursor?: string
}

/** The outcome of an attempt, or of a delivery without one. */
export interface Ending {
  status: DeliveryStatus
  /** The time of the next attempt. */
  nextAt: number | null
  error: string | null
  /** Undefined if nothing was sent. */
  attempt: Attempt | undefined
}

/** The log of deliveries. */
export class Deliveries {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** Does nothing if it exists already. */
  async add(tx: Tx, { id, createdAt, ...rest }: NewDelivery): Promise<void> {
    const row: DeliveryRow = {
      form: null,
      ...rest,
      id,
      endpoint: endpointOf(rest.account, rest.url),
      status: 'pending',
      attempts: 0,
      message: id,
      next_at: createdAt,
      status_code: null,
      error: null,
      created_at: createdAt,
      ended_at: null,
    }
    const insert = tx.db<Tables>().insertInto('webhooks_deliveries').values(row)
    await insert.onConflict((same) => same.column('id').doNothing()).execute()
  }

  find(id: string): Promise<DeliveryRow | undefined> {
    return this.#store.get(findDelivery, id)
  }

  /** Throws 404 for another account's. */
  async get(account: string, id: string): Promise<DeliveryRow> {
    const row = isId('msg', id) ? await this.find(id) : undefined
    if (row?.account !== account) throw notFound('delivery', id)
    return row
  }

  async attempts(id: string): Promise<AttemptRow[]> {
    const query = this.#store.db<Tables>().selectFrom('webhooks_attempts').selectAll()
    return query.where('delivery', '=', id).orderBy('n').execute()
  }

  /** Newest first. */
  async list(account: string, { status, event, job, limit, cursor }: DeliveryFilter) {
    let query = this.#store.db<Tables>().selectFrom('webhooks_deliveries').select(LISTED).where('account', '=', account)
    if (status !== undefined) query = query.where('status', '=', status)
    if (event !== undefined) query = query.where('event', '=', event)
    if (job !== undefined) query = query.where('job', '=', job)
    if (cursor !== undefined) query = query.where('id', '<', cursorId('msg', cursor))
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    return pageOf(rows, limit)
  }

  /** Records the outcome of an attempt, or that there will be none, unless another message delivers it by now. */
  async record(tx: Tx, id: string, message: string, { status, nextAt, error, attempt }: Ending): Promise<void> {
    const row = await tx.get(findDelivery, id)
    if (row?.message !== message) return
    const n = Number(row.attempts) + (attempt ? 1 : 0)
    if (attempt) {
      await tx.run(addAttempt, id, n, attempt.at, attempt.ms, attempt.statusCode, attempt.error)
      if (n > MAX_ATTEMPTS) await tx.run(dropAttempts, id, n - MAX_ATTEMPTS)
    }
    const statusCode = attempt ? attempt.statusCode : row.status_code
    const endedAt = status === 'pending' ? null : this.#clock.now()
    await tx.run(updateDelivery, status, n, nextAt, statusCode, error, endedAt, id, message)
  }

  /** Lets another message deliver it from now on. */
  async hand(tx: Tx, id: string, message: string): Promise<void> {
    const changes = { message, status: 'pending', next_at: this.#clock.now(), ended_at: null } as const
    await tx.db<Tables>().updateTable('webhooks_deliveries').set(changes).where('id', '=', id).execute()
  }

  /** Deletes some of those that ended earlier; returns how many. */
  async sweep(before: number, most: number): Promise<number> {
    const query = this.#store.db<Tables>().selectFrom('webhooks_deliveries').select('id')
    const old = await query.where('ended_at', '<', before).orderBy('ended_at').limit(most).execute()
    const ids = old.map(({ id }) => id)
    if (ids.length === 0) return 0
    await this.#store.write(
      async (tx) => {
        await tx.db<Tables>().deleteFrom('webhooks_attempts').where('delivery', 'in', ids).execute()
        await tx.db<Tables>().deleteFrom('webhooks_deliveries').where('id', 'in', ids).execute()
      },
      { durable: false, reserved: true },
    )
    return ids.length
  }
}
