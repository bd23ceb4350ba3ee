import type { Sealer } from '../../secrets/sealer.ts'
import type { Store } from '../../store/index.ts'
import { openValue } from './secrets.ts'
import { readInput } from './statements/jobs.ts'
import type { JobRow } from './tables.ts'

/** Characters of JSON of the cached inputs. */
const KEPT = 16 * 1024 * 1024

type Named = Pick<JobRow, 'n' | 'id'>

/** The inputs of jobs. */
export interface Inputs {
  /** From the store. */
  read(job: Named): Promise<unknown>
  /** The same, cached for the many items of a job. */
  get(job: Named): Promise<unknown>
  forget(n: number): void
}

/** Caches the inputs that were used last, up to `limit` characters of JSON, and in any case the very last one. */
export function createInputs(store: Store, sealer: Sealer, limit = KEPT): Inputs {
  const kept = new Map<number, { input: Promise<unknown>; size: number }>()
  let total = 0

  const load = async ({ n, id }: Named) => {
    const row = await store.get(readInput, n)
    if (!row) throw new Error(`Job ${id} has no input`)
    const size = row.input.length + (row.secrets?.length ?? 0)
    return { value: openValue({ value: row.input, secrets: row.secrets }, sealer, id), size }
  }
  const forget = (n: number) => {
    total -= kept.get(n)?.size ?? 0
    kept.delete(n)
  }

  return {
    read: async (job) => (await load(job)).value,
    get(job) {
      const known = kept.get(job.n)
      if (known) {
        kept.delete(job.n)
        kept.set(job.n, known)
        return known.input
      }
      const entry = { input: Promise.resolve() as Promise<unknown>, size: 0 }
      const loaded = load(job)
      entry.input = loaded.then(({ value }) => value)
      kept.set(job.n, entry)
      loaded.then(
        ({ size }) => {
          if (kept.get(job.n) !== entry) return
          entry.size = size
          total += size
          for (const n of kept.keys()) {
            if (total <= limit) break
            if (n !== job.n) forget(n)
          }
        },
        // After a failure, the next call reads it again.
        () => forget(job.n),
      )
      return entry.input
    },
    forget,
  }
}
