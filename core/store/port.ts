import type { CompiledQuery, Kysely } from 'kysely'
import type { StorageTrouble } from './storage-error.ts'

/** Kysely over tables that the code at hand does not know. */
// biome-ignore lint/suspicious/noExplicitAny: with `unknown` no table could be named
export type AnyTables = Kysely<any>

/** A query written with Kysely, compiled once for the store's dialect and run with other parameters each time. */
export interface Statement<P extends readonly unknown[], R> {
  readonly build: (db: AnyTables, parameters: P, dialect: Dialect) => { compile(): CompiledQuery }
  /** Never read: carries the row type. */
  readonly row?: R
}

/** A statement, and one that does the same for several sets of its parameters. */
export interface Batch<P extends readonly unknown[], A extends readonly unknown[]> {
  readonly one: Statement<P, never>
  readonly several: Statement<A, never>
  /** The parameters of `several`. */
  readonly gather: (each: readonly P[]) => A
}

export interface WriteOptions {
  /**
   * Whether the answer waits until the disk has it: money and accepted work. Without it a power cut may lose it, kill
   * -9 never does. Default true. A group of transactions is as durable as its most careful one.
   */
  durable?: boolean
  /**
   * Whether it may use the room that is set aside for when the disk is full: for what frees room, and for small rows
   * written over again and again that every request needs. Default false: refused while the disk is full.
   */
  reserved?: boolean
  /**
   * Whether it may wait some milliseconds for others, to share their commit: for what nobody waits for, such as the
   * end of a job's item. Default false.
   */
  patient?: boolean
}

/**
 * A row that the schema forbids. Its transaction is rolled back, whether the error is caught or not, so where a row
 * may exist already write `onConflict`.
 */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError'
  readonly kind: 'unique' | 'not_null' | 'check' | 'foreign_key'

  constructor(kind: ConstraintError['kind'], cause: Error) {
    super(cause.message, { cause })
    this.kind = kind
  }
}

/** Rows in and out, within a transaction or, for reading, without one. */
export interface Queries {
  /** Kysely over the tables that the caller declares. For what is not hot: compiling costs more than running. */
  db<Tables>(): Kysely<Tables>
  all<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R[]>
  get<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R | undefined>
  /** Gives the number of rows changed. */
  run<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<number>
}

/**
 * A transaction. It does no I/O of its own but the store's: others wait in the same group. After a query that failed
 * it takes no other and is rolled back.
 */
export interface Tx extends Queries {
  /**
   * Runs a statement of which nobody needs to know how many rows it changed: the way to the database and back is
   * waited for once, by the commit. Where it fails, so does the transaction.
   */
  send<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): void
  /**
   * Sends a statement of which the transaction may have many. Where each costs a message they go out together, as
   * one, before the commit: the transaction does not read what it writes so.
   */
  batch<P extends readonly unknown[], A extends readonly unknown[]>(batch: Batch<P, A>, ...parameters: P): void
  /**
   * Keeps other transactions that lock the same name waiting until this one has ended: before what is counted, or
   * looked for, and then written according to that. Where there is a row to lock, `forUpdate` does it.
   */
  lock(name: string): Promise<void>
  /** Runs after the transaction has been committed, in order; not when it is rolled back. */
  after(work: () => void): void
  /**
   * Sends a signal to all processes that use the store, this one too, with the commit: at most 7,999 bytes. One that
   * is sent twice in a transaction may be heard once. Throws TypeError for a longer one, or a name of no channel.
   */
  notify(channel: string, payload: string): Promise<void>
}

/** Is told of signals. */
export interface SignalListener {
  heard(payload: string): void
  /**
   * Signals may have escaped until now: called once the listening has begun, and again after each time that the store
   * was out of reach. Who follows something looks at it again.
   */
  missed(): void
}

/** Is told of each commit: how many transactions it held, and how long they took with it. */
export type Committed = (transactions: number, ms: number) => void

/** One step of a schema, run once. A number or name that was used is never used again. */
export interface Migration {
  /** Unique within its owner, sorts by age: `001-items`. */
  name: string
  up(db: AnyTables, dialect: Dialect): Promise<void>
  /**
   * Does some of what must come before `up`, where that may be long, in a transaction of its own. Called until it
   * gives false. A process that is killed begins again, so each call finds by itself what is left.
   */
  slice?(db: AnyTables, dialect: Dialect): Promise<boolean>
}

export type Dialect = 'sqlite' | 'postgres'

/**
 * The store: everything that must survive the process. Queries are written once, for SQLite and Postgres: whole
 * numbers, text and blobs only; times are epoch milliseconds, booleans 0 and 1, JSON is text.
 */
export interface Store extends Queries {
  readonly dialect: Dialect
  /** Why only reading works at present, as in the error's `reason`: for the health of the service. */
  readonly trouble: StorageTrouble | undefined
  /**
   * Runs `work` in a transaction; what it throws rolls back its own writes and nobody else's. It is run again where
   * it and another stood in each other's way, so it leaves nothing behind but its writes, what it gives, and what
   * comes after. Transactions that wait may be committed as one group. Throws ApiError `service_unavailable` (503)
   * when the disk is full or the store out of reach.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Brings the tables of one owner (the core, a plugin) up to date, each step in a transaction of its own. */
  migrate(owner: string, migrations: readonly Migration[]): Promise<void>
  /**
   * Hears the signals of a channel, also those of other processes, until what it gives is called. Throws TypeError
   * for the name of no channel: up to 62 small letters, digits and `._-`.
   */
  listen(channel: string, listener: SignalListener): () => void
  /** Waits for the transactions that were taken. Later ones are refused. */
  close(): Promise<void>
}

/**
 * Prepares a statement. The builder is called once with placeholders, so it may put a parameter only where a value
 * stands; the parameters of a run are given in the order of the tuple.
 *
 * @example const findKey = statement<[hash: string], KeyRow>((db, [hash]) =>
 * db.selectFrom('api_keys').selectAll().where('hash', '=', hash))
 */
export const statement = <P extends readonly unknown[], R>(build: Statement<P, R>['build']): Statement<P, R> => ({
  build,
})
