import {
  ColumnDefinitionNode,
  type DataTypeNode,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { type Execute, kyselyOver, type Speech } from '../queries/kysely.ts'

/**
 * A value's type as SQL names it, as Postgres guesses at that of a parameter: beside a small number it would take
 * none beyond 2^31. Nothing for null, which has every type, and for what is not known yet.
 */
export const typeOf = (value: unknown): string => {
  if (typeof value === 'number') return '::bigint'
  if (typeof value === 'string') return '::text'
  return value instanceof Uint8Array ? '::bytea' : ''
}

/** What columns of a type are. Whole numbers have 64 bits, as in SQLite. */
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  // Text sorts and compares byte by byte, whatever the collation of the database: lists that are read page by page,
  // by key, come in the same order, and an upgrade of the system cannot break an index.
  text: 'text collate "C"',
  integer: 'bigint',
}

/** Makes columns and values what they are in SQLite. */
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

const POSTGRES: Speech = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new Compiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
}

/** Kysely for Postgres, whose queries `execute` runs. */
export const postgresKysely = <Tables>(execute: Execute): Kysely<Tables> => kyselyOver(POSTGRES, execute)
