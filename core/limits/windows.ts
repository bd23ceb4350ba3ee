import type { MaybePromise } from '../concurrency/maybe-promise.ts'
import { type Migration, statement } from '../store/index.ts'

/** A limit: how often a subject may do something within a span of time. */
export interface WindowRule {
  /** The id of an account or a key. */
  subject: string
  /** The limit family. */
  family: string
  /** Milliseconds. */
  length: number
  limit: number
}

/** The state of a window. */
export interface WindowState extends WindowRule {
  remaining: number
  /** Epoch milliseconds at which it ends. The next count then starts a new one. */
  resetsAt: number
}

/**
 * Fixed-window counters. A window starts with its first count, not at the full hour. Implementations are exact: of
 * any number of concurrent calls, no more than the limit pass.
 */
export interface Windows {
  /** Counts one in each of these windows, or in none if one of them is full. Returns their state. */
  take(rules: readonly WindowRule[]): MaybePromise<{ taken: boolean; states: WindowState[] }>
  /** Undoes one count in each of these windows that `take` returned, unless it has ended since. */
  giveBack(taken: readonly WindowState[]): MaybePromise<void>
  /** Their state. Counts nothing and starts no window. */
  read(rules: readonly WindowRule[]): MaybePromise<WindowState[]>
  /** Writes counts that are still in memory. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * A window that ends before this is the one that was counted in: the next one ends a whole length later, and clocks
 * do not differ by half of that.
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
