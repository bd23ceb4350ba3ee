import type { Leases } from '../../contracts/leases.ts'
import { type Store, statement, type Tx } from '../../store/index.ts'

/** Characters of a value of `once`, as JSON. */
const MAX_VALUE = 1_000_000

/** What the names begin with of what is done once, and of outcomes. */
const ONCE = 'once '
const OUTCOME = 'outcome '

const readOnce = statement<[job: number, key: string], { value: string }>((db, [job, key]) =>
  db.selectFrom('job_once').select('value').where('job', '=', job).where('key', '=', key),
)
/** Adds nothing where it is there. */
const addOnce = statement<[job: number, key: string, value: string], never>((db, [job, key, value]) =>
  db
    .insertInto('job_once')
    .values({ job, key, value })
    .onConflict((conflict) => conflict.columns(['job', 'key']).doNothing()),
)

/** Whether an outcome is the first of the job that names this; see `Outcome.unique`. */
export const isFirst = async (tx: Tx, job: number, unique: string): Promise<boolean> =>
  (await tx.run(addOnce, job, `${OUTCOME}${unique}`, '')) > 0

/** Does things once a job; see `Work.once`. */
export type Once = <V>(job: number, key: string, make: () => Promise<V>) => Promise<V>

export function createOnce(store: Store, leases: Leases): Once {
  const underWay = new Map<string, Promise<unknown>>()

  const make = async (job: number, key: string, work: () => Promise<unknown>): Promise<unknown> => {
    const name = `${ONCE}${key}`
    const kept = await store.get(readOnce, job, name)
    if (kept) return JSON.parse(kept.value)
    const lease = await leases.take(`once: ${job} ${key}`)
    if ('heldWith' in lease) {
      // Another process is at it; where that one fails, the next who asks tries.
      await leases.free(`once: ${job} ${key}`, new AbortController().signal)
      return make(job, key, work)
    }
    using _ = { [Symbol.dispose]: () => lease.release() }
    const since = await store.get(readOnce, job, name)
    if (since) return JSON.parse(since.value)
    const value = JSON.stringify((await work()) ?? null)
    if (value.length > MAX_VALUE)
      throw new Error(`What is done once may give ${MAX_VALUE} characters of JSON; ${key} gave ${value.length}`)
    // What follows from it is committed after it, so that a power cut never leaves that without this.
    await store.write((tx) => tx.run(addOnce, job, name, value), { durable: false, patient: true })
    // The lease of a process that was stopped for long runs out: the first value is the one that all see.
    return JSON.parse((await store.get(readOnce, job, name))?.value ?? value)
  }

  return async <V>(job: number, key: string, work: () => Promise<V>): Promise<V> => {
    const name = `${job} ${key}`
    for (;;) {
      const other = underWay.get(name)
      if (!other) break
      // Where it throws, the next who asks tries.
      const done = await other.then(
        (value) => ({ value }),
        () => undefined,
      )
      if (done) return done.value as V
    }
    const made = make(job, key, work)
    underWay.set(name, made)
    try {
      return (await made) as V
    } finally {
      underWay.delete(name)
    }
  }
}
