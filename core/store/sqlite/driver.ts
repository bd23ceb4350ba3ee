import type { Value } from '../queries/values.ts'

export type Row = Record<string, unknown>

/** A prepared statement of either SQLite module. */
export interface Prepared {
  /** Whether it gives rows: a query, or a change with `RETURNING`. */
  readonly returnsRows: boolean
  all(values: readonly Value[]): Row[]
  /** One after the other, as they are asked for. */
  iterate(values: readonly Value[]): Iterable<Row>
  get(values: readonly Value[]): Row | undefined
  /** Gives the number of rows changed. */
  run(values: readonly Value[]): number
  finalize(): void
}

/** One connection, as far as the store needs it: what `bun:sqlite` and `node:sqlite` have in common. */
export interface Driver {
  exec(sql: string): void
  prepare(sql: string): Prepared
  /** SQLite rolls back on its own when the disk fails in the middle of a transaction. */
  readonly inTransaction: boolean
  /** Waits until the disk has all that was committed, of a file in WAL mode. */
  sync(): Promise<void>
  /** Closes the file, with all of its statements. */
  close(): void
}

export type OpenDriver = (file: string) => Driver
