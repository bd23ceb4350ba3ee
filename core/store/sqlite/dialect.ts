import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Runs a compiled query at once. */
export type Execute = (query: CompiledQuery) => QueryResult<unknown>

const refuse = (): never => {
  throw new Error('Transactions are made by store.write')
}

/** Kysely whose queries `execute` runs. */
export function sqliteKysely<Tables>(execute: Execute): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => execute(query) as QueryResult<R>,
    // An open cursor would keep the write-ahead log from being emptied for as long as its reader takes.
    streamQuery: () => {
      throw new Error('The store does not stream: read page by page, by key')
    },
  }
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
  }
  return new Kysely<Tables>({ dialect })
}
