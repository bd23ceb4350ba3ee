import type { Leases } from '../../contracts/leases.ts'
import { type Store, statement, type Tx } from '../../store/index.ts'

/** Characters of a value of `once`, as JSON. */
const MAX_VALUE = 1_000_000

/** Prefixes of the keys for `Work.once` and for `Outcome.unique`. */
const ONCE = 'once '
const OUTCOME = 'outcome '

const readOnce = statement<[job: number, key: string], { value: string }>((db, [job, key]) =>
  db.selectFrom('job_once').select('value').where('job', '=', job).where('key', '=', key),
)
/** Does nothing if the key exists. */
const addOnce = statement<[job: number, key: string, value: string], never>((db, [job, key, value]) =>
  db
    .insertInto('job_once')
    .values({ job, key, value })
    .onConflict((conflict) => conflict.columns(['job', 'key']).doNothing()),
)

/** Whether an outcome is the first one of its job with this value; see `Outcome.unique`. */
export const isFirst = async (tx: Tx, job: number, unique: string): Promise<boolean> =>
  (await tx.run(addOnce, job, `${OUTCOME}${unique}`, '')) > 0

/** Does something once per job; see `Work.once`. */
export type Once = <V>(job: number, key: string, make: () => Promise<V>) => Promise<V>

export function createOnce(store: Store, leases: Leases): Once {
  const underWay = new Map<string, Promise<unknown>>()

  const make = async (job: number, key: string, work: () => Promise<unknown>): Promise<unknown> => {
    const name = `${ONCE}${key}`
    const kept = await store.get(readOnce, job, name)
    if (kept) return JSON.parse(kept.value)
    const lease = await leases.take(`once: ${job} ${key}`)
    if ('heldWith' in lease) {
      // Another process does it. If it fails, the next call tries again.
      await leases.free(`once: ${job} ${key}`, new AbortController().signal)
      return make(job, key, work)
    }
    using _ = { [Symbol.dispose]: () => lease.release() }
    const since = await store.get(readOnce, job, name)
    if (since) return JSON.parse(since.value)
    const value = JSON.stringify((await work()) ?? null)
    if (value.length > MAX_VALUE)
      throw new Error(`What is done once may give ${MAX_VALUE} characters of JSON; ${key} gave ${value.length}`)
    // Not durable by itself: whatever follows from the value is committed later, and makes this durable too.
    await store.write((tx) => tx.run(addOnce, job, name, value), { durable: false, patient: true })
    // The lease may have expired if this process was suspended. Then the first value counts.
    return JSON.parse((await store.get(readOnce, job, name))?.value ?? value)
  }

  return async <V>(job: number, key: string, work: () => Promise<V>): Promise<V> => {
    const name = `${job} ${key}`
    for (;;) {
      const other = underWay.get(name)
      if (!other) break
      // If it throws, the next call tries again.
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
