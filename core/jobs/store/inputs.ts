import type { Store } from '../../store/index.ts'
import { openValue, type Sealer } from './secrets.ts'
import type { Books } from './statements.ts'
import type { JobRow } from './tables.ts'

/** Jobs whose input is kept at hand. */
const KEPT = 200

type Named = Pick<JobRow, 'n' | 'id'>

/** What jobs were started with: read and unsealed once for many items. */
export function createInputs(store: Store, books: Books, sealer: Sealer) {
  const kept = new Map<number, Promise<unknown>>()

  const read = async ({ n, id }: Named): Promise<unknown> => {
    const row = await store.get(books.readInput, n)
    if (!row) throw new Error(`Job ${id} has no input`)
    return openValue({ value: row.input, secrets: row.secrets }, sealer, id)
  }

  return {
    read,
    of(job: Named): Promise<unknown> {
      const known = kept.get(job.n)
      if (known) return known
      const input = read(job)
      if (kept.size >= KEPT) kept.clear()
      kept.set(job.n, input)
      // One that could not be read is read again by the next who asks.
      input.catch(() => kept.delete(job.n))
      return input
    },
    forget: (n: number) => void kept.delete(n),
  }
}
