import { type Clock, isId, newId, notFound, type Store, type Tx } from 'weirjs'
import type { MonitorRow, Tables } from './tables.ts'

/** The most monitors of a page. */
const MAX_PAGE = 1000

export type NewMonitor = Pick<
  MonitorRow,
  'account' | 'name' | 'url' | 'schedule' | 'timezone' | 'status' | 'next_at' | 'feed_token'
> & { tags: readonly string[]; seal: (id: string) => string }

/** The columns to change. */
export type MonitorChange = Partial<Omit<MonitorRow, 'id' | 'account' | 'created_at'>>

/** A page of a list. */
interface PageOf {
  limit: number
  /** The id of the last monitor on the previous page. */
  after?: string
}

/** The monitors of this server. */
export class MonitorTable {
  readonly #store: Store
  readonly #clock: Clock

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  async add(tx: Tx, { tags, seal, ...given }: NewMonitor): Promise<MonitorRow> {
    const created_at = this.#clock.now()
    const id = newId('mon', created_at)
    const row: MonitorRow = {
      ...given,
      id,
      options: seal(id),
      generation: 1,
      job: null,
      last_run: null,
      last_change: null,
      failures: 0,
      created_at,
    }
    await tx.db<Tables>().insertInto('monitors').values(row).execute()
    await this.#tag(tx, row, tags)
    return row
  }

  async #tag(tx: Tx, { id: monitor, account }: MonitorRow, tags: readonly string[]) {
    const rows = [...new Set(tags)].map((tag) => ({ monitor, account, tag }))
    if (rows.length > 0) await tx.db<Tables>().insertInto('monitors_tags').values(rows).execute()
  }

  /** Throws 404 `not_found` if it does not exist or belongs to another account. */
  async get(accountId: string, id: string, within: Store | Tx = this.#store): Promise<MonitorRow> {
    const row = isId('mon', id) ? await this.find(id, within) : undefined
    if (row?.account !== accountId) throw notFound('monitor', id)
    return row
  }

  find(id: string, within: Store | Tx = this.#store): Promise<MonitorRow | undefined> {
    return within.db<Tables>().selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** Its current row, locked: until the transaction ends, nobody else changes or deletes it or records a run. */
  async hold(tx: Tx, id: string): Promise<MonitorRow | undefined> {
    await tx.lock(`monitor ${id}`)
    return this.find(id, tx)
  }

  /** Newest first. */
  list(accountId: string, { tag, limit, after }: PageOf & { tag?: string }): Promise<MonitorRow[]> {
    let query = this.#store
      .db<Tables>()
      .selectFrom('monitors')
      .selectAll('monitors')
      .where('monitors.account', '=', accountId)
    if (after !== undefined) query = query.where('monitors.id', '<', after)
    if (tag !== undefined)
      query = query.innerJoin('monitors_tags', 'monitors_tags.monitor', 'monitors.id').where('tag', '=', tag)
    return query.orderBy('monitors.id', 'desc').limit(Math.min(limit, MAX_PAGE)).execute()
  }

  async count(accountId: string, within: Store | Tx = this.#store): Promise<number> {
    const query = within.db<Tables>().selectFrom('monitors').where('account', '=', accountId)
    const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  }

  /** The tags of monitors, by their ids. */
  async tags(ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const tags = new Map<string, string[]>(ids.map((id) => [id, []]))
    if (ids.length === 0) return tags
    const query = this.#store.db<Tables>().selectFrom('monitors_tags').select(['monitor', 'tag'])
    for (const { monitor, tag } of await query.where('monitor', 'in', ids).orderBy('tag').execute())
      tags.get(monitor)?.push(tag)
    return tags
  }

  async change(tx: Tx, row: MonitorRow, change: MonitorChange, tags?: readonly string[]): Promise<void> {
    const db = tx.db<Tables>()
    if (Object.keys(change).length > 0) await db.updateTable('monitors').set(change).where('id', '=', row.id).execute()
    if (!tags) return
    await db.deleteFrom('monitors_tags').where('monitor', '=', row.id).execute()
    await this.#tag(tx, row, tags)
  }

  /** Deletes a monitor, but not its history; see `RunTable.forget`. */
  async delete(tx: Tx, id: string): Promise<void> {
    const db = tx.db<Tables>()
    await db.deleteFrom('monitors').where('id', '=', id).execute()
    await db.deleteFrom('monitors_tags').where('monitor', '=', id).execute()
  }

  /** Monitors that are due now, the longest overdue first. */
  due(limit: number): Promise<MonitorRow[]> {
    const query = this.#store.db<Tables>().selectFrom('monitors').selectAll().where('next_at', '<=', this.#clock.now())
    return query.orderBy('next_at').limit(limit).execute()
  }

  /** Active monitors whose last run is later than this, as it was when the clock was ahead. */
  ahead(than: number): Promise<MonitorRow[]> {
    const query = this.#store.db<Tables>().selectFrom('monitors').selectAll().where('next_at', 'is not', null)
    return query.where('last_run', '>', than).execute()
  }

  /** When the next monitor is due, in epoch milliseconds. */
  async nextTime(): Promise<number | undefined> {
    const query = this.#store.db<Tables>().selectFrom('monitors').select('next_at').where('next_at', 'is not', null)
    const row = await query.orderBy('next_at').limit(1).executeTakeFirst()
    return row?.next_at == null ? undefined : Number(row.next_at)
  }

  /** Moves a monitor from the time of its row to the next one. Returns false if another process was faster. */
  async take(tx: Tx, { id, next_at }: MonitorRow, next: number): Promise<boolean> {
    const update = tx.db<Tables>().updateTable('monitors').set({ next_at: next }).where('id', '=', id)
    const { numUpdatedRows } = await update.where('next_at', '=', next_at).executeTakeFirst()
    return Number(numUpdatedRows) > 0
  }
}
