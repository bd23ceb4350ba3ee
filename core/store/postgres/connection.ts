import { Socket } from 'node:net'
import {
  Client,
  type ClientConfig,
  type CustomTypesConfig,
  types as driverTypes,
  type QueryConfig,
  type QueryResult,
} from 'pg'
import type { Value } from '../queries/values.ts'
import { toStoreError } from './errors.ts'

/** Milliseconds that the server may work on one query. */
const STATEMENT_TIMEOUT = 10_000
/** Milliseconds to wait for its answer: a frozen server never reports a timeout. */
const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + 2_000
/** Milliseconds that the server keeps the locks of a silent process. */
const IDLE_TIMEOUT = 15_000
/** Milliseconds to wait for a connection. */
const CONNECT_TIMEOUT = 5_000
/** Milliseconds after which the server is checked for still responding. */
const SLOW = 2_000

/** What `connectionConfig` asks the server for at the start of a connection, which not every pooler passes on. */
export const STARTUP_PARAMETERS = ['options', 'statement_timeout', 'idle_in_transaction_session_timeout']

/**
 * Whatever the defaults of the role or the database are: how transactions that do not say so see others, and that the
 * time limits of this service are the only ones. A lock is waited for, and a connection may be idle.
 */
export const OWN_DEFAULTS =
  '-c default_transaction_isolation=read\\ committed -c lock_timeout=0 -c idle_session_timeout=0'

export interface Query extends QueryConfig<Value[]> {
  text: string
}

export interface AskOptions {
  /** Milliseconds to wait for an answer. Default: as long as a query of the service may take. */
  timeout?: number
  /** Called when an answer is slow. */
  slow?: () => void
}

/** The connection options, from the URL of the database. */
export const connectionConfig = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'weir',
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  statement_timeout: STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: IDLE_TIMEOUT,
  // Writes happen in transactions, which declare themselves as such.
  options: `-c default_transaction_read_only=on ${OWN_DEFAULTS}`,
  keepAlive: true,
  types,
})

/** A connection to Postgres that can be dropped when the server is silent. */
export class Connection extends Client {
  readonly #socket: Socket
  #lost = false

  constructor(config: ClientConfig) {
    const socket = new Socket()
    // Queries of a transaction that do not wait for each other's results are sent together.
    super({ ...config, stream: () => socket, pipeline: true })
    this.#socket = socket
    // Its queries fail on their own; without a listener the process would end.
    this.on('error', () => {
      this.#lost = true
    })
  }

  /** Closes it at once. A query in progress fails, and the server rolls back its transaction. */
  drop() {
    this.#socket.destroy()
  }

  /** Whether it can no longer be used, because it was dropped here or lost. */
  get isLost() {
    return this.#lost || this.#socket.destroyed
  }

  /** Runs a query, after earlier ones. Failures become store errors. */
  async ask(query: Query, { timeout = ANSWER_TIMEOUT, slow }: AskOptions = {}): Promise<QueryResult> {
    const late = setTimeout(() => this.drop(), timeout)
    const slowTimer = slow && setTimeout(slow, SLOW)
    try {
      return await this.query(query)
    } catch (error) {
      throw toStoreError(error)
    } finally {
      clearTimeout(late)
      clearTimeout(slowTimer)
    }
  }
}

/** OIDs of the types. Source: pg_type.dat. */
const TYPES = { bool: 16, bytea: 17, int8: 20, numeric: 1700 }

const parseBytes: (text: string) => Buffer = driverTypes.getTypeParser(TYPES.bytea)

/** Values as SQLite returns them. Sums are `numeric`, but integers, as everything that is added up is. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [TYPES.bool]: (text) => (text === 't' ? 1 : 0),
  // By the driver, which reads both forms of `bytea_output`, a setting of the role or the database.
  [TYPES.bytea]: (text) => new Uint8Array(parseBytes(text)),
  [TYPES.int8]: Number,
  [TYPES.numeric]: Number,
}

const types: CustomTypesConfig = {
  getTypeParser: ((id: number) => PARSERS[id] ?? fallback(id)) as CustomTypesConfig['getTypeParser'],
}
/** Other results of queries: other numbers, and text. */
const fallback = (id: number) => ([21, 23, 26, 700, 701].includes(id) ? Number : (text: string) => text)
