import type { Value } from '../queries/values.ts'

export type Row = Record<string, unknown>

/** A prepared statement of either SQLite module. */
export interface Prepared {
  /** Whether it returns rows: a query, or a change with `RETURNING`. */
  readonly returnsRows: boolean
  all(values: readonly Value[]): Row[]
  /** The rows one by one, as they are requested. */
  iterate(values: readonly Value[]): Iterable<Row>
  get(values: readonly Value[]): Row | undefined
  /** Returns the number of changed rows. */
  run(values: readonly Value[]): number
  finalize(): void
}

/** One connection: what `bun:sqlite` and `node:sqlite` have in common, as far as the store needs it. */
export interface Driver {
  exec(sql: string): void
  prepare(sql: string): Prepared
  /** SQLite rolls back on its own if the disk fails in the middle of a transaction. */
  readonly inTransaction: boolean
  /** Waits until everything that was committed is on the disk. The file must be in WAL mode. */
  sync(): Promise<void>
  /** Closes the file and all of its statements. */
  close(): void
}

export type OpenDriver = (file: string) => Driver
