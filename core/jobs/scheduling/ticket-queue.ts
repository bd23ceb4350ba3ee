import { LRUCache } from 'lru-cache'
import type { FairQueue, Slice } from '../../contracts/fair-queue.ts'
import type { Log } from '../../log.ts'
import type { Store, Tx } from '../../store/index.ts'
import { createOffers } from './offers.ts'
import { CHANNEL, createSignal } from './signal.ts'
import type { TakenTicket, Ticket, Tickets } from './tickets.ts'

/** Items that one ticket is worth. */
const ITEMS = 4
/** Tickets that are taken at a time. */
const AT_ONCE = 16
/** Milliseconds after which the queue is checked without a notification. */
const LOOK_EVERY = 5_000
/** Accounts whose weight is cached. */
const REMEMBERED = 1_000

export interface TicketQueueParts {
  store: Store
  tickets: Tickets
  log: Log
}

/**
 * A queue for several processes. Transactions record in the rows of jobs that an account has work. Its ticket follows
 * after the commit, many with one statement, so that transactions of one account do not block each other. If a
 * process dies in between, `pickUp` of another process makes up for it.
 *
 * A new account has one ticket. Once it has more work than a slice, it has as many tickets as its weight.
 */
export function createTicketQueue({ store, tickets, log }: TicketQueueParts): FairQueue {
  const listeners = new Set<() => void>()
  const weights = new LRUCache<string, number>({ max: REMEMBERED })
  /** The slices that this process has taken, by account: how many, and whether it was offered meanwhile. */
  const out = new Map<string, { slices: number; isOffered: boolean }>()
  const signal = createSignal(store, log)
  const offers = createOffers({ store, tickets, signal, log })

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const unlisten = store.listen(CHANNEL, { heard: tell, missed: tell })
  const looking = setInterval(tell, LOOK_EVERY)
  looking.unref?.()

  const toSlice = (own: readonly TakenTicket[], isAlone: boolean): Slice => {
    const { accountId, weight: known } = own[0]!
    const account = out.get(accountId) ?? { slices: 0, isOffered: false }
    account.slices++
    out.set(accountId, account)
    return {
      accountId,
      limit: isAlone ? Number.MAX_SAFE_INTEGER : ITEMS * own.length,
      async end(_, more) {
        const weight = weights.get(accountId) ?? known
        if (--account.slices === 0) out.delete(accountId)
        const stays = more || account.isOffered
        account.isOffered = false
        await store.write(
          async (tx: Tx) => {
            await Promise.all([
              tickets.remove(tx, own),
              ...(stays ? [tickets.add(tx, lanesOf(accountId, weight)), signal.send(tx)] : []),
            ])
          },
          { durable: false },
        )
      },
    }
  }

  return {
    async offer(tx, accountId, weight) {
      tx.after(() => {
        weights.set(accountId, weight)
        const account = out.get(accountId)
        if (account) {
          // Its slice goes back into the queue when it ends.
          account.isOffered = true
        } else {
          offers.add({ accountId, lane: 0, weight })
        }
      })
    },

    async take({ places, except = new Set() }) {
      await offers.settled()
      const limit = Math.max(1, Math.min(AT_ONCE, Math.floor(places / ITEMS)))
      const taken = Map.groupBy(await tickets.take(limit, [...except]), ({ accountId }) => accountId)
      const found = taken.values().reduce((sum, own) => sum + own.length, 0)
      // Fewer tickets than requested means that the queue is empty now.
      const isAlone = taken.size === 1 && found < limit
      return [...taken.values().map((own) => toSlice(own, isAlone))]
    },

    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    async close() {
      clearInterval(looking)
      unlisten()
      await offers.close()
      await signal.close()
      await tickets.close()
    },
  }
}

const lanesOf = (accountId: string, weight: number): Ticket[] =>
  Array.from({ length: weight }, (_, lane) => ({ accountId, lane, weight }))
