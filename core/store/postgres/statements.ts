import type { CompiledQuery, QueryResult as KyselyResult } from 'kysely'
import type { QueryResult } from 'pg'
import type { Statement } from '../port.ts'
import { neverExecute } from '../queries/kysely.ts'
import { type CompiledStatement, compileStatement } from '../queries/statement.ts'
import type { Queryable } from '../queries/transaction.ts'
import { checked, type Value } from '../queries/values.ts'
import type { Query } from './connection.ts'
import { postgresKysely, typeOf } from './dialect.ts'

/** A statement, and its SQL for each combination of value types. */
interface Compiled extends CompiledStatement {
  typed: Map<string, { number: number; text: string }>
}

/** The statements of a store, compiled once. Each connection prepares them by name on first use. */
export class Statements {
  readonly #compiled = new Map<object, Compiled>()
  readonly #compiler = postgresKysely(neverExecute)
  #generation = 0
  #count = 0

  /** Makes all statements be prepared again, after a change of the schema. */
  forget() {
    this.#generation++
  }

  query<P extends readonly unknown[], R>(statement: Statement<P, R>, parameters: P): Query {
    const compiled = this.#compiled.get(statement) ?? this.#compile(statement)
    const values = [...checked(compiled.values(parameters))]
    const signature = values.map(initialOf).join('')
    let typed = compiled.typed.get(signature)
    if (!typed) {
      typed = { number: ++this.#count, text: withTypes(compiled.sql, values) }
      compiled.typed.set(signature, typed)
    }
    return { name: `weir_${this.#generation}_${typed.number}`, text: typed.text, values }
  }

  #compile<P extends readonly unknown[], R>(statement: Statement<P, R>): Compiled {
    const compiled = { ...compileStatement(statement, this.#compiler, 'postgres'), typed: new Map() }
    this.#compiled.set(statement, compiled)
    return compiled
  }
}

function initialOf(value: Value): string {
  if (value === null) return '0'
  return typeof value === 'object' ? 'b' : typeof value === 'number' ? 'n' : 't'
}

/** Adds its value's type to each parameter that has none. */
const withTypes = (sql: string, values: readonly Value[]) =>
  sql.replace(/\$(\d+)(?!\d|::)/g, (parameter, position) => parameter + typeOf(values[position - 1]))

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The queries of a store, which `ask` runs. */
export function queryable(statements: Statements, ask: (make: () => Query) => Promise<QueryResult>): Queryable {
  return {
    all: async (statement, parameters) => (await ask(() => statements.query(statement, parameters))).rows,
    get: async (statement, parameters) => (await ask(() => statements.query(statement, parameters))).rows[0],
    run: async (statement, parameters) => (await ask(() => statements.query(statement, parameters))).rowCount ?? 0,
    async execute({ sql, parameters }: CompiledQuery): Promise<KyselyResult<unknown>> {
      const { rows, rowCount, command } = await ask(() => ({ text: sql, values: [...checked(parameters)] }))
      return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
    },
  }
}
