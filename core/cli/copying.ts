import { CopyFailure } from '../backup/failure.ts'
import { S3Failure } from '../s3/failure.ts'
import { CommandError } from './context.ts'
import { table } from './table.ts'

/** A table of a store that was copied. */
interface CopiedTable {
  name: string
  rows: number
  sums: Readonly<Record<string, number>>
}

/** What was copied, line by line: tables that have rows, how many have none, and what the ledger adds up to. */
export function copiedLines(tables: readonly CopiedTable[]): string[] {
  const filled = tables.filter(({ rows }) => rows > 0).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const rows = filled.map(({ name, rows }) => [name, String(rows)])
  const empty = tables.length - filled.length
  const ledger = tables.find(({ name }) => name === 'ledger')
  const credits = (column: string) => (ledger?.sums[column] ?? 0) / 1000
  return [
    ...table([['TABLE', 'ROWS'], ...rows]),
    ...(empty > 0 ? [`${empty} more are empty`] : []),
    `The ledger has ${ledger?.rows ?? 0} entries: ${credits('amount')} credits left, ${credits('held')} held`,
  ]
}

/** Runs what copies a store; what the operator has to mend is told in one line. */
export async function inOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isSystems = error instanceof Error && 'syscall' in error
    if (error instanceof CopyFailure || error instanceof S3Failure || isSystems) throw new CommandError(error.message)
    throw error
  }
}
