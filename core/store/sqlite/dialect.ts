import { type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { type Execute, type KyselyParts, kyselyOver } from '../queries/kysely.ts'

/**
 * With a partial index, SQLite recompiles a statement with bare parameters whenever their values change, which takes
 * five times as long as running it. The plus hides them and has no other effect. Source: exprCompareVariable() in
 * SQLite's expr.c, sqlite3_prepare_v3() on recompilation.
 */
class QueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?'
  }
}

const SQLITE: KyselyParts = {
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new QueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
}

/** Kysely for SQLite, which runs its queries by `execute`. */
export const sqliteKysely = <Tables>(execute: Execute): Kysely<Tables> => kyselyOver(SQLITE, execute)
