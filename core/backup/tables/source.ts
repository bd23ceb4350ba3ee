import type { Dialect } from '../../store/index.ts'
import { CopyFailure } from '../failure.ts'

/** A value as all stores keep it. */
export type Value = string | number | Uint8Array | null
/** The values of a row, in the order of its table's columns. */
export type Row = readonly Value[]

export interface Table {
  name: string
  columns: readonly string[]
}

/** All rows of a store at one moment. */
export interface TableSource {
  readonly dialect: Dialect
  /** Those that others refer to come before them. */
  readonly tables: readonly Table[]
  /** The last number that was given to a row, by table, where the store counts them apart from the rows. */
  readonly sequences: Readonly<Record<string, number>>
  rows(table: Table): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

/** Bytes, about, and number of the rows that are read at a time. */
const BATCH_BYTES = 1 << 20
const BATCH_ROWS = 1000

/** Bytes, about. */
export const sizeOf = (value: Value) =>
  typeof value === 'string' ? value.length : value instanceof Uint8Array ? value.length : 8

/** Rows as they come, some at a time. */
export function* inBatches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = []
  let size = 0
  for (const row of rows) {
    batch.push(row)
    for (const value of row) size += sizeOf(value)
    if (batch.length < BATCH_ROWS && size < BATCH_BYTES) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Tables in an order in which each follows those that it refers to. `references` are by table. Throws where tables
 * refer to each other in a circle, as they could not be filled one by one.
 */
export function inOrder<T extends { name: string }>(
  tables: readonly T[],
  references: ReadonlyMap<string, ReadonlySet<string>>,
): T[] {
  const ordered: T[] = []
  const waiting = new Set(tables)
  const isFree = ({ name }: T) =>
    ![...waiting].some((other) => other.name !== name && references.get(name)?.has(other.name))
  while (waiting.size > 0) {
    const next = [...waiting].find(isFree)
    if (!next) throw new CopyFailure(`Tables refer to each other in a circle: ${[...waiting].map(({ name }) => name)}`)
    waiting.delete(next)
    ordered.push(next)
  }
  return ordered
}
