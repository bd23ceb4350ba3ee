import {
  ColumnDefinitionNode,
  type DataTypeNode,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { type Execute, type KyselyParts, kyselyOver } from '../queries/kysely.ts'

/**
 * The SQL type of a value. Postgres infers the type of a parameter, and next to a small number it would accept none
 * beyond 2^31. Empty for null, which fits every type, and for unknown values.
 */
export const typeOf = (value: unknown): string => {
  if (typeof value === 'number') return '::bigint'
  if (typeof value === 'string') return '::text'
  return value instanceof Uint8Array ? '::bytea' : ''
}

/** Postgres types of columns. Whole numbers have 64 bits, as in SQLite. */
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  // Text sorts and compares byte by byte, whatever the database's collation: lists that are paged by key keep their
  // order, and a system upgrade cannot corrupt an index.
  text: 'text collate "C"',
  integer: 'bigint',
}

/** Compiles columns and values to the types that correspond to SQLite's. */
class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode) {
    const type = this.parentNode && ColumnDefinitionNode.is(this.parentNode) && COLUMN_TYPES[String(node.dataType)]
    if (type) this.append(type)
    else super.visitDataType(node)
  }

  protected override appendValue(value: unknown) {
    super.appendValue(value)
    this.append(typeOf(value))
  }
}

const POSTGRES: KyselyParts = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new Compiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
}

/** Kysely for Postgres, which runs its queries by `execute`. */
export const postgresKysely = <Tables>(execute: Execute): Kysely<Tables> => kyselyOver(POSTGRES, execute)
