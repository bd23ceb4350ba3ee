import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type Dialect as KyselyDialect,
  type QueryResult,
} from 'kysely'

/** Runs a compiled query. */
export type Execute = (query: CompiledQuery) => QueryResult<unknown> | Promise<QueryResult<unknown>>

/** The parts of Kysely that are specific to a database. */
export type KyselyParts = Pick<KyselyDialect, 'createAdapter' | 'createQueryCompiler' | 'createIntrospector'>

const refuse = (): never => {
  throw new Error('Transactions are made by store.write')
}

/** Kysely that runs its queries by `execute`. */
export function kyselyOver<Tables>(parts: KyselyParts, execute: Execute): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => (await execute(query)) as QueryResult<R>,
    // An open cursor would block SQLite's checkpoints, or a connection, for as long as its reader takes.
    streamQuery: () => {
      throw new Error('The store does not stream: read page by page, by key')
    },
  }
  return new Kysely<Tables>({
    dialect: {
      ...parts,
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
    },
  })
}

/** For an instance of Kysely that only compiles. */
export const neverExecute: Execute = () => {
  throw new Error('A statement is built, not run, by its builder')
}
