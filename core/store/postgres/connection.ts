import { Socket } from 'node:net'
import { Client, type ClientConfig, type CustomTypesConfig, type QueryConfig, type QueryResult } from 'pg'
import type { Value } from '../queries/values.ts'
import { toStoreError } from './errors.ts'

/** Milliseconds after which the server cancels a query. */
const STATEMENT_TIMEOUT = 10_000
/** Milliseconds to wait for the server's answer: a frozen server never reports its own timeout. */
const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + 2_000
/** Milliseconds after which the server ends a transaction that sends nothing more, and drops its locks. */
const IDLE_TIMEOUT = 15_000
/** Milliseconds within which a connection must be established. */
const CONNECT_TIMEOUT = 5_000
/** Milliseconds after which a check begins whether the server answers at all. */
const SLOW = 2_000

export interface Query extends QueryConfig<Value[]> {
  text: string
}

export interface AskOptions {
  /** Milliseconds to wait for the answer. Default: a little more than the service's time limit for a query. */
  timeout?: number
  /** Called if the answer takes long. */
  slow?: () => void
}

/** The configuration of a connection, from the database's address. */
export const connectionConfig = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'weir',
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  statement_timeout: STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: IDLE_TIMEOUT,
  // Only transactions that declare it may write.
  options: '-c default_transaction_read_only=on',
  keepAlive: true,
  types,
})

/** A connection to Postgres that can be dropped when the server does not answer. */
export class Connection extends Client {
  readonly #socket: Socket
  #lost = false

  constructor(config: ClientConfig) {
    const socket = new Socket()
    // Pipelines queries of a transaction that do not wait for each other's results.
    super({ ...config, stream: () => socket, pipeline: true })
    this.#socket = socket
    // Its queries fail on their own, but without a listener the process would end.
    this.on('error', () => {
      this.#lost = true
    })
  }

  /** Closes the connection at once. A running query fails, and the server rolls back its transaction. */
  drop() {
    this.#socket.destroy()
  }

  /** Whether the connection was dropped or lost. */
  get isLost() {
    return this.#lost || this.#socket.destroyed
  }

  /** Runs a query after the earlier ones. Throws store errors. */
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

/** Object identifiers of types. Source: pg_type.dat. */
const TYPES = { bool: 16, bytea: 17, int8: 20, numeric: 1700 }

/** Parsers that return values as SQLite does. A `numeric` is a sum of whole numbers, so it is whole. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [TYPES.bool]: (text) => (text === 't' ? 1 : 0),
  [TYPES.bytea]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  [TYPES.int8]: Number,
  [TYPES.numeric]: Number,
}

const types: CustomTypesConfig = {
  getTypeParser: ((id: number) => PARSERS[id] ?? fallback(id)) as CustomTypesConfig['getTypeParser'],
}
/** Other types that a query may return: smaller numbers, and text. */
const fallback = (id: number) => ([21, 23, 26, 700, 701].includes(id) ? Number : (text: string) => text)
