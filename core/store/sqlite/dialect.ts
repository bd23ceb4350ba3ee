import { type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { type Execute, kyselyOver, type Speech } from '../queries/kysely.ts'

/**
 * Where an index is on some rows only, SQLite compiles a statement with bare parameters again each time that their
 * values change, which takes five times as long as to run it. The plus hides them and does nothing else.
 * Source: exprCompareVariable() in SQLite's expr.c, sqlite3_prepare_v3() on recompilation.
 */
class QueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?'
  }
}

const SQLITE: Speech = {
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new QueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
}

/** Kysely for SQLite, whose queries `execute` runs. */
export const sqliteKysely = <Tables>(execute: Execute): Kysely<Tables> => kyselyOver(SQLITE, execute)
