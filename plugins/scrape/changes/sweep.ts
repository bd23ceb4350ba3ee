import { createSweeper, type Kit } from 'weirjs'
import { deleteSeen, listExpired, listFull, listOldest } from './seen-pages.ts'

/** Milliseconds from the start to the first sweep, and between two. */
const FIRST = 90_000
const EVERY = 10 * 60_000
/** Pages that are forgotten in one transaction, so that others need not wait long. */
const AT_ONCE = 200

/**
 * Forgets pages that were not seen for as long as results are kept, and of each account the oldest beyond a bound.
 */
export const createSeenSweeper = ({ store, clock, log }: Pick<Kit, 'store' | 'clock' | 'log'>, mostOfAccount: number) =>
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
    log,
  })
