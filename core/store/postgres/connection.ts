import { Socket } from 'node:net'
import { Client, type ClientConfig, type CustomTypesConfig, type QueryConfig, type QueryResult } from 'pg'
import type { Value } from '../queries/values.ts'
import { toStoreError } from './errors.ts'

/** Milliseconds that the server works on one query. */
const STATEMENT_TIMEOUT = 10_000
/** Milliseconds that are waited for its answer: a server that is frozen never says that the time is up. */
const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + 2_000
/** Milliseconds that the server keeps the locks of a process that says nothing more. */
const IDLE_TIMEOUT = 15_000
/** Milliseconds until a connection must be there. */
const CONNECT_TIMEOUT = 5_000
/** Milliseconds after which it is asked whether the server still answers at all. */
const SLOW = 2_000

export interface Query extends QueryConfig<Value[]> {
  text: string
}

export interface AskOptions {
  /** Milliseconds that are waited for the answer. Default: as long as a query of the service may take. */
  timeout?: number
  /** Is told of an answer that takes long. */
  slow?: () => void
}

/** What a connection is made with, from the address of the database. */
export const connectionConfig = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'weir',
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  statement_timeout: STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: IDLE_TIMEOUT,
  // Changes are made in transactions, which say that they are.
  options: '-c default_transaction_read_only=on',
  keepAlive: true,
  types,
})

/** A connection to Postgres that can be dropped when the server says nothing. */
export class Connection extends Client {
  readonly #socket: Socket
  #lost = false

  constructor(config: ClientConfig) {
    const socket = new Socket()
    // Queries of a transaction that do not wait for each other's answers go out together.
    super({ ...config, stream: () => socket, pipeline: true })
    this.#socket = socket
    // Its queries fail of themselves; without a listener the process would end.
    this.on('error', () => {
      this.#lost = true
    })
  }

  /** Ends it at once. A query under way fails, and the server rolls back its transaction. */
  drop() {
    this.#socket.destroy()
  }

  /** Whether it is of no more use, dropped here or lost. */
  get isLost() {
    return this.#lost || this.#socket.destroyed
  }

  /** Runs a query, after those that were asked before. What fails comes out as a store error. */
  async ask(query: Query, { timeout = ANSWER_TIMEOUT, slow }: AskOptions = {}): Promise<QueryResult> {
    const late = setTimeout(() => this.drop(), timeout)
    const slowly = slow && setTimeout(slow, SLOW)
    try {
      return await this.query(query)
    } catch (error) {
      throw toStoreError(error)
    } finally {
      clearTimeout(late)
      clearTimeout(slowly)
    }
  }
}

/** Numbers of the types' identifiers. Source: pg_type.dat. */
const TYPES = { bool: 16, bytea: 17, int8: 20, numeric: 1700 }

/** Values as SQLite gives them. Sums are `numeric`: whole, as all that is added up is. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [TYPES.bool]: (text) => (text === 't' ? 1 : 0),
  [TYPES.bytea]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  [TYPES.int8]: Number,
  [TYPES.numeric]: Number,
}

const types: CustomTypesConfig = {
  getTypeParser: ((id: number) => PARSERS[id] ?? fallback(id)) as CustomTypesConfig['getTypeParser'],
}
/** What else a query may give: other numbers, and text. */
const fallback = (id: number) => ([21, 23, 26, 700, 701].includes(id) ? Number : (text: string) => text)
