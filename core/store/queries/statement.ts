import type { AnyTables, Dialect, Statement } from '../port.ts'

/** A compiled statement: its SQL, and the source of each value. */
export interface CompiledStatement {
  readonly sql: string
  /**
   * The values to bind in the order of the SQL, from the parameters of one run. Throws TypeError if their number is
   * wrong.
   */
  values(parameters: readonly unknown[]): readonly unknown[]
}

/** Stands for a parameter while the query is built. Using it as anything but a value throws. */
class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(
      `Parameter ${this.index + 1} of a statement is not known while it is built: it may only stand where a value does`,
    )
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

const placeholders: readonly Placeholder[] = Array.from({ length: 64 }, (_, index) => new Placeholder(index))

/** Builds the query once, with placeholders, and finds them among the values that Kysely has collected. */
export function compileStatement<P extends readonly unknown[]>(
  { build }: Statement<P, unknown>,
  db: AnyTables,
  dialect: Dialect,
): CompiledStatement {
  const { sql, parameters: slots } = build(db, placeholders as readonly unknown[] as P, dialect).compile()
  const indexes = slots.flatMap((slot) => (slot instanceof Placeholder ? [slot.index] : []))
  const arity = Math.max(-1, ...indexes) + 1
  const straight = slots.length === arity && slots.every((slot, at) => slot instanceof Placeholder && slot.index === at)
  return {
    sql,
    values(parameters) {
      if (parameters.length !== arity) {
        throw new TypeError(`A statement was given ${parameters.length} parameters, but uses ${arity}: ${sql}`)
      }
      if (straight) return parameters
      return slots.map((slot) => (slot instanceof Placeholder ? parameters[slot.index] : slot))
    },
  }
}
