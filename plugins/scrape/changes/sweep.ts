import { createSweeper, type Kit } from 'weirjs'
import { deleteSeen, listExpired, listFull, listOldest } from './seen-pages.ts'

/** Milliseconds before the first sweep, and between two sweeps. */
const FIRST = 90_000
const EVERY = 10 * 60_000
/** Pages that are deleted in one transaction. Other writers wait for it. */
const AT_ONCE = 200

/**
 * Deletes pages that were not seen for as long as results are kept, and the oldest ones beyond an account's limit.
 */
export const createSeenSweeper = (
  { store, clock, leases, log }: Pick<Kit, 'store' | 'clock' | 'leases' | 'log'>,
  mostOfAccount: number,
) =>
  createSweeper({
    what: 'Pages that were seen long ago',
    async sweep() {
      const [full] = await store.all(listFull, mostOfAccount)
      const excess = full ? Math.min(AT_ONCE, Number(full.pages) - mostOfAccount) : 0
      const gone = [
        ...(await store.all(listExpired, clock.now(), AT_ONCE)),
        ...(full ? await store.all(listOldest, full.account, excess) : []),
      ]
      if (gone.length === 0) return false
      await store.write(
        async (tx) => {
          for (const { account, key } of gone) await tx.run(deleteSeen, account, key)
        },
        { durable: false, reserved: true },
      )
      return true
    },
    first: FIRST,
    every: EVERY,
    leases,
    log,
  })
