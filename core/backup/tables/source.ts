import type { Dialect } from '../../store/index.ts'
import { CopyFailure } from '../failure.ts'

/** A value that every store can hold. */
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
  /** Ordered so that tables come after those that they refer to. */
  readonly tables: readonly Table[]
  /** The last number assigned to a row, by table, if the store counts them apart from the rows. */
  readonly sequences: Readonly<Record<string, number>>
  rows(table: Table): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

/** The approximate size in bytes, and the number, of rows that are read at a time. */
const BATCH_BYTES = 1 << 20
const BATCH_ROWS = 1000

/** The approximate size in bytes. */
export const sizeOf = (value: Value) =>
  typeof value === 'string' ? value.length : value instanceof Uint8Array ? value.length : 8

/** Groups rows into batches. */
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
 * Sorts tables so that each follows those that it refers to. `references` are by table. Throws if tables refer to
 * each other in a circle, as they could not be filled one by one.
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
