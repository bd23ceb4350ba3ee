import { type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { type Execute, kyselyOver, type Speech } from '../queries/kysely.ts'

const SQLITE: Speech = {
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
}

/** Kysely for SQLite, whose queries `execute` runs. */
export const sqliteKysely = <Tables>(execute: Execute): Kysely<Tables> => kyselyOver(SQLITE, execute)
