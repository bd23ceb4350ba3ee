import type { CompiledQuery, Kysely } from 'kysely'
import type { StorageTrouble } from './storage-error.ts'

/** Kysely over tables whose types are not declared. */
// biome-ignore lint/suspicious/noExplicitAny: with `unknown` no table could be named
export type AnyTables = Kysely<any>

/** A query written with Kysely, compiled once for the store's dialect and run with different parameters. */
export interface Statement<P extends readonly unknown[], R> {
  readonly build: (db: AnyTables, parameters: P, dialect: Dialect) => { compile(): CompiledQuery }
  /** Never set: carries the row type. */
  readonly row?: R
}

/** A statement, and another with the same effect for several sets of its parameters. */
export interface Batch<P extends readonly unknown[], A extends readonly unknown[]> {
  readonly one: Statement<P, never>
  readonly several: Statement<A, never>
  /** The parameters of `several`. */
  readonly gather: (each: readonly P[]) => A
}

export interface WriteOptions {
  /**
   * Whether the promise resolves only once the data is on the disk: required for money and accepted work. Otherwise a
   * power cut may lose the write; `kill -9` never does. A group of transactions is durable if any of them is. Default
   * true.
   */
  durable?: boolean
  /**
   * Whether it may use the reserve while the disk is full: for writes that free space, and for small rows that are
   * overwritten all the time and that every request needs. Default false: refused while the disk is full.
   */
  reserved?: boolean
  /**
   * Whether it may wait some milliseconds to share a commit with others: for writes that nobody waits for, such as
   * the end of a job's item. Default false.
   */
  patient?: boolean
}

/**
 * A row that the schema forbids. The transaction is rolled back whether or not the error is caught, so use
 * `onConflict` where a row may already exist.
 */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError'
  readonly kind: 'unique' | 'not_null' | 'check' | 'foreign_key'

  constructor(kind: ConstraintError['kind'], cause: Error) {
    super(cause.message, { cause })
    this.kind = kind
  }
}

/** Queries, within a transaction or, for reading only, without one. */
export interface Queries {
  /** Kysely over the tables that the caller declares. Not for frequent queries: compiling costs more than running. */
  db<Tables>(): Kysely<Tables>
  all<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R[]>
  get<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R | undefined>
  /** Returns the number of rows changed. */
  run<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<number>
}

/**
 * A transaction. It must do no I/O but the store's, as others in its group wait for it. After a failed query it
 * accepts no other and is rolled back.
 */
export interface Tx extends Queries {
  /**
   * Runs a statement whose number of changed rows does not matter: only the commit waits for the round trip to the
   * database. If the statement fails, so does the transaction.
   */
  send<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): void
  /**
   * Sends a statement that the transaction may repeat many times. Where each would cost a message, they are sent as
   * one before the commit, so the transaction must not read what it writes this way.
   */
  batch<P extends readonly unknown[], A extends readonly unknown[]>(batch: Batch<P, A>, ...parameters: P): void
  /**
   * Makes other transactions that lock the same name wait until this one has ended. Call it before counting or
   * looking for rows, if the writes depend on the result. If there is a row to lock, use `forUpdate` instead.
   */
  lock(name: string): Promise<void>
  /** Calls `work` after the commit, in order; not after a rollback. */
  after(work: () => void): void
  /**
   * Sends a signal of at most 7,999 bytes with the commit, to all processes that use the store, including this one.
   * Of two identical signals in one transaction, one may be dropped. Throws TypeError for a longer payload or an
   * invalid channel name.
   */
  notify(channel: string, payload: string): Promise<void>
}

/** Receives signals. */
export interface SignalListener {
  heard(payload: string): void
  /**
   * Called when listening has begun, and again whenever the store was out of reach: signals may have been lost until
   * now, so check the current state.
   */
  missed(): void
}

/** Called for each commit, with its number of transactions and its duration. */
export type Committed = (transactions: number, ms: number) => void

/** One step of a schema, which runs once. Never reuse a number or a name. */
export interface Migration {
  /** Unique within its owner and sorted by age: `001-items`. */
  name: string
  up(db: AnyTables, dialect: Dialect): Promise<void>
  /**
   * Does a part of a long task that must come before `up`, in a transaction of its own. Called until it returns
   * false. A killed process begins again, so each call must find out by itself what is left to do.
   */
  slice?(db: AnyTables, dialect: Dialect): Promise<boolean>
}

export type Dialect = 'sqlite' | 'postgres'

/**
 * The store: everything that must survive the process. Queries are written once for SQLite and Postgres, with whole
 * numbers, text and blobs only: times are epoch milliseconds, booleans are 0 and 1, JSON is text.
 */
export interface Store extends Queries {
  readonly dialect: Dialect
  /** Why the store only reads at present, as in the error's `reason`: for the service's health. */
  readonly trouble: StorageTrouble | undefined
  /**
   * Runs `work` in a transaction. If `work` throws, only its own writes are rolled back. It runs again after a
   * conflict with another transaction, so its only effects must be its writes, its result and its `after` calls.
   * Waiting transactions may be committed as one group. Throws ApiError `service_unavailable` (503) if the disk is
   * full or the store is out of reach.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Brings the tables of one owner (the core or a plugin) up to date, each step in a transaction of its own. */
  migrate(owner: string, migrations: readonly Migration[]): Promise<void>
  /**
   * Listens to a channel, also to the signals of other processes, until the returned function is called. Throws
   * TypeError for an invalid channel name: it has up to 62 small letters, digits and `._-`.
   */
  listen(channel: string, listener: SignalListener): () => void
  /** Waits for the transactions that were accepted, and refuses later ones. */
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
