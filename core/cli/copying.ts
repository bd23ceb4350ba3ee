import { CopyFailure } from '../backup/failure.ts'
import { S3Failure } from '../s3/failure.ts'
import { CommandError } from './context.ts'
import { table } from './table.ts'

/** A copied table. */
interface CopiedTable {
  name: string
  rows: number
  sums: Readonly<Record<string, number>>
}

interface Copied {
  tables: readonly CopiedTable[]
  /** Further facts about the copy, for JSON. */
  facts: object
  /** The same facts as lines of text. */
  lines: readonly string[]
}

/**
 * Reports what was copied: the tables with rows, the number of empty ones and the sums of the ledger; or all of it as
 * JSON.
 */
export function sayCopied({ tables, facts, lines }: Copied, json: boolean | undefined, say: (line: string) => void) {
  const sorted = tables.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const ledger = tables.find(({ name }) => name === 'ledger')
  const credits = (column: string) => (ledger?.sums[column] ?? 0) / 1000
  const sums = { entries: ledger?.rows ?? 0, left: credits('amount'), held: credits('held') }
  if (json) {
    const counted = sorted.map(({ name, rows }) => ({ name, rows }))
    return say(JSON.stringify({ tables: counted, ledger: sums, ...facts }, null, 2))
  }
  const rows = sorted.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, String(rows)])
  const empty = tables.length - rows.length
  for (const line of table([['TABLE', 'ROWS'], ...rows])) say(line)
  if (empty > 0) say(`${empty} more are empty`)
  say(`The ledger has ${sums.entries} entries: ${sums.left} credits left, ${sums.held} held`)
  for (const line of lines) say(line)
}

/** Runs a copy of a store. Errors that the operator can correct are thrown as a CommandError of one line. */
export async function inOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isSystems = error instanceof Error && 'syscall' in error
    if (error instanceof CopyFailure || error instanceof S3Failure || isSystems) throw new CommandError(error.message)
    throw error
  }
}
