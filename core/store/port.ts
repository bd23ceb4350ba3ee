import type { CompiledQuery, Kysely } from 'kysely'
import type { StorageTrouble } from './storage-error.ts'

/** Kysely over tables that the calling code does not know. */
// biome-ignore lint/suspicious/noExplicitAny: with `unknown` no table could be named
export type AnyTables = Kysely<any>

/** A query written with Kysely, compiled once for the store's dialect and run with different parameters. */
export interface Statement<P extends readonly unknown[], R> {
  readonly build: (db: AnyTables, parameters: P, dialect: Dialect) => { compile(): CompiledQuery }
  /** Never set: carries the row type. */
  readonly row?: R
}

/** A statement, together with one that does the same for several sets of its parameters. */
export interface Batch<P extends readonly unknown[], A extends readonly unknown[]> {
  readonly one: Statement<P, never>
  readonly several: Statement<A, never>
  /** The parameters of `several`. */
  readonly gather: (each: readonly P[]) => A
}

export interface WriteOptions {
  /**
   * Whether to wait until the data are on disk: for money and accepted work. Otherwise a power failure may lose
   * them; kill -9 never does. Default true. A group of transactions is as durable as its most demanding one.
   */
  durable?: boolean
  /**
   * Whether it may use the space reserved for a full disk: for what frees space, and for small rows that every
   * request overwrites. Default false: refused while the disk is full.
   */
  reserved?: boolean
  /**
   * Whether it may wait some milliseconds to share a commit with others: for writes that nobody waits for, such as
   * the end of a job's item. Default false.
   */
  patient?: boolean
}

/**
 * A row violates the schema. Its transaction is rolled back, even if the error is caught, so use `onConflict` if a
 * row may already exist.
 */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError'
  readonly kind: 'unique' | 'not_null' | 'check' | 'foreign_key'

  constructor(kind: ConstraintError['kind'], cause: Error) {
    super(cause.message, { cause })
    this.kind = kind
  }
}

/** Queries, in a transaction or, for reading, outside of one. */
export interface Queries {
  /** Kysely over the tables that the caller declares. Not for hot paths: compiling costs more than running. */
  db<Tables>(): Kysely<Tables>
  all<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R[]>
  get<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R | undefined>
  /** Returns the number of changed rows. */
  run<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<number>
}

/**
 * A transaction. It must do no I/O but the store's, because others wait in the same group. After a failed query it
 * accepts no further one and is rolled back.
 */
export interface Tx extends Queries {
  /**
   * Runs a statement whose number of changed rows nobody needs: the commit waits for the round trip. If it fails, so
   * does the transaction.
   */
  send<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): void
  /**
   * Queues a statement that may occur many times in a transaction. If each would cost a message, they are sent
   * together before the commit: the transaction must not read what it writes this way.
   */
  batch<P extends readonly unknown[], A extends readonly unknown[]>(batch: Batch<P, A>, ...parameters: P): void
  /**
   * Makes other transactions that lock the same name wait until this one has ended: before something is counted or
   * looked up, and then written accordingly. If there is a row to lock, use `forUpdate`.
   */
  lock(name: string): Promise<void>
  /** Runs after the commit, in order; not after a rollback. */
  after(work: () => void): void
  /**
   * Sends a signal with the commit to all processes that use the store, including this one: at most 7,999 bytes. If
   * sent twice in a transaction, it may arrive once. Throws TypeError for a longer one, or for an invalid channel
   * name.
   */
  notify(channel: string, payload: string): Promise<void>
}

/** A listener for the signals of a channel. */
export interface SignalListener {
  heard(payload: string): void
  /**
   * Signals may have been missed until now: called once listening has begun, and again each time that the store was
   * unreachable. Followers must then check the current state.
   */
  missed(): void
}

/** Called for each commit, with the number of its transactions and the time they took. */
export type Committed = (transactions: number, ms: number) => void

/** One migration of a schema, run once. A number or name is never used twice. */
export interface Migration {
  /** Unique within its owner and sorted by age: `001-items`. */
  name: string
  up(db: AnyTables, dialect: Dialect): Promise<void>
  /**
   * Does a part of what must precede `up`, if that may take long, in a transaction of its own. Called until it
   * returns false. A killed process starts over, so each call must find out itself what is left.
   */
  slice?(db: AnyTables, dialect: Dialect): Promise<boolean>
}

export type Dialect = 'sqlite' | 'postgres'

/**
 * The store: everything that must survive the process. Queries are written once, for SQLite and Postgres: only
 * integers, text and blobs; times are epoch milliseconds, booleans 0 and 1, JSON is text.
 */
export interface Store extends Queries {
  readonly dialect: Dialect
  /** Why only reads work at present, as in the error's `reason`: for the health of the service. */
  readonly trouble: StorageTrouble | undefined
  /**
   * Runs `work` in a transaction; an error rolls back its own writes and nobody else's. It is run again after a
   * conflict with another transaction, so it must have no effects besides its writes, its result, and what runs after
   * the commit. Waiting transactions may be committed as one group. Throws ApiError `service_unavailable` (503) if
   * the disk is full or the store unreachable.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Migrates the tables of one owner (the core, a plugin), each migration in a transaction of its own. */
  migrate(owner: string, migrations: readonly Migration[]): Promise<void>
  /**
   * Listens to a channel, including signals of other processes, until the returned function is called. Throws
   * TypeError for an invalid channel name; valid are up to 62 lower-case letters, digits and `._-`.
   */
  listen(channel: string, listener: SignalListener): () => void
  /** Waits for accepted transactions, and refuses later ones. */
  close(): Promise<void>
}

/**
 * Prepares a statement. The builder is called once with placeholders, so it may use a parameter only in place of a
 * value; the parameters of a run are given in the order of the tuple.
 *
 * @example const findKey = statement<[hash: string], KeyRow>((db, [hash]) =>
 * db.selectFrom('api_keys').selectAll().where('hash', '=', hash))
 */
export const statement = <P extends readonly unknown[], R>(build: Statement<P, R>['build']): Statement<P, R> => ({
  build,
})
