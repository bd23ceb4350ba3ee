import type { MaybePromise } from '../concurrency/maybe-promise.ts'
import { type Migration, statement } from '../store/index.ts'

/** How much somebody may do of something in a span of time. */
export interface WindowRule {
  /** Who: the id of an account or a key. */
  subject: string
  /** What: the limit family. */
  family: string
  /** Milliseconds. */
  length: number
  limit: number
}

/** How a window stands. */
export interface WindowState extends WindowRule {
  remaining: number
  /** Epoch milliseconds at which it ends, and with the next count begins again. */
  resetsAt: number
}

/**
 * Counts in fixed windows. A window begins with the first thing that it counts, not with the clock's hour, so that
 * all its requests may come at any time of it. Implementations count exactly: of any number of calls at once no more
 * than the limit pass.
 */
export interface Windows {
  /** Counts one in each of these windows, or in none when one of them is full; gives how they stand. */
  take(rules: readonly WindowRule[]): MaybePromise<{ taken: boolean; states: WindowState[] }>
  /** Takes back one of each of the windows that `take` counted it in and that have not ended since. */
  giveBack(taken: readonly WindowState[]): MaybePromise<void>
  /** How they stand. It counts nothing and begins no window. */
  read(rules: readonly WindowRule[]): MaybePromise<WindowState[]>
  /** Writes what is still in memory. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * A window that ends before this is the one that was counted in: a later one ends a whole length later, and clocks
 * are not half of one apart.
 */
export const sameUntil = ({ resetsAt, length }: WindowState) => resetsAt + length / 2

export interface WindowsTable {
  windows: { subject: string; family: string; length: number; count: number; ends_at: number }
}
export type WindowRow = WindowsTable['windows']

export const windowsMigration: Migration = {
  name: '006-windows',
  async up(db) {
    await db.schema
      .createTable('windows')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('family', 'text', (column) => column.notNull())
      .addColumn('length', 'bigint', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('windows_key', ['subject', 'family', 'length'])
      .execute()
  },
}

export const removeEnded = statement<[now: number], never>((db, [now]) =>
  db.deleteFrom('windows').where('ends_at', '<=', now),
)
