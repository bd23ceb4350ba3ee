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
 * A value's SQL type, declared because Postgres would infer that of a parameter: compared with a small number, it
 * would accept none beyond 2^31. Undefined for null, which has every type, and for what is not known yet.
 */
export const typeOf = (value: unknown): string => {
  if (typeof value === 'number') return '::bigint'
  if (typeof value === 'string') return '::text'
  return value instanceof Uint8Array ? '::bytea' : ''
}

/** The types of columns. Integers have 64 bits, as in SQLite. */
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  // Text sorts and compares byte by byte, whatever the collation of the database: lists that are paged by key keep
  // their order, and a system upgrade cannot break an index.
  text: 'text collate "C"',
  integer: 'bigint',
}

/** Makes columns and values the same as in SQLite. */
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
