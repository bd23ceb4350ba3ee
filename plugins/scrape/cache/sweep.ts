import { createSweeper, type Kit } from 'weirjs'
import { drop, type EntryKey, expired, totalSize, unused } from './entries.ts'

/** Milliseconds before the first sweep, and between two sweeps. */
const FIRST = 60_000
const EVERY = 10 * 60_000
/** Entries that are deleted in one transaction. Other writers wait for it. */
const AT_ONCE = 100
/** The share of `maxBytes` that a sweep leaves filled, so that the next one is not needed at once. */
const FULL = 0.9
/** The share of `maxBytes` that may be added before a sweep is brought forward. */
export const GROWTH = 1 / 16

type Parts = Pick<Kit, 'store' | 'files' | 'clock' | 'leases' | 'log'>

/** Deletes expired entries and, if all take more than `maxBytes`, the least recently used ones. */
export async function sweep({ store, files, clock }: Omit<Parts, 'leases' | 'log'>, maxBytes: number): Promise<void> {
  const dropAll = (entries: readonly EntryKey[]) =>
    store.write(
      async (tx) => {
        for (const entry of entries) await files.forget(tx, await drop(tx, entry))
      },
      { durable: false, reserved: true },
    )

  for (;;) {
    const entries = await expired(store, clock.now(), AT_ONCE)
    if (entries.length === 0) break
    await dropAll(entries)
  }
  let size = await totalSize(store)
  if (size <= maxBytes) return
  while (size > maxBytes * FULL) {
    const entries = enough(await unused(store, AT_ONCE), size - maxBytes * FULL)
    if (entries.length === 0) return
    await dropAll(entries)
    for (const entry of entries) size -= entry.size
  }
}

/** The first entries that together take `bytes`, or all. */
function enough<T extends { size: number }>(entries: readonly T[], bytes: number): readonly T[] {
  let sum = 0
  const last = entries.findIndex(({ size }) => {
    sum += size
    return sum >= bytes
  })
  return last < 0 ? entries : entries.slice(0, last + 1)
}

/** Sweeps periodically, and earlier if much was added. */
export function createCacheSweeper(parts: Parts, maxBytes: number) {
  let added = 0
  const sweeper = createSweeper({
    what: 'Old entries of the cache',
    sweep: async () => {
      added = 0
      await sweep(parts, maxBytes)
      return false
    },
    first: FIRST,
    every: EVERY,
    leases: parts.leases,
    log: parts.log,
  })

  return {
    ...sweeper,
    /** Reports added bytes. */
    grew(bytes: number) {
      added += bytes
      if (added > maxBytes * GROWTH) void sweeper.sweep()
    },
  }
}
