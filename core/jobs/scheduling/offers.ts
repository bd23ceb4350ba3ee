import type { Log } from '../../log.ts'
import type { Store } from '../../store/index.ts'
import { warnOfFailure } from '../../store/storage-error.ts'
import type { Signal } from './signal.ts'
import type { Ticket, Tickets } from './tickets.ts'

/** Milliseconds before a retry when offers could not be written. */
const PAUSE = 1_000

export interface OffersParts {
  store: Store
  tickets: Tickets
  signal: Signal
  log: Log
}

/** Puts accounts that have new work into the queue, many with one statement. */
export interface Offers {
  add(ticket: Ticket): void
  /** Waits for the offers that are being written. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function createOffers({ store, tickets, signal, log }: OffersParts): Offers {
  let waiting = new Map<string, Ticket>()
  let writing: Promise<void> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const writeAll = async () => {
    while (waiting.size > 0 && !closed) {
      const taken = waiting
      waiting = new Map()
      try {
        await store.write(
          async (tx) => {
            if (await tickets.add(tx, [...taken.values()])) await signal.send(tx)
          },
          { durable: false },
        )
      } catch (error) {
        warnOfFailure({ log, store }, 'Accounts could not be offered yet', error)
        waiting = new Map([...taken, ...waiting])
        retry = setTimeout(() => {
          retry = undefined
          flush()
        }, PAUSE)
        retry.unref?.()
        return
      }
    }
  }
  const flush = () => {
    if (retry !== undefined) return
    writing ??= writeAll().finally(() => {
      writing = undefined
      if (waiting.size > 0 && !closed) flush()
    })
  }

  return {
    add(ticket) {
      waiting.set(ticket.accountId, ticket)
      flush()
    },
    settled: async () => writing,
    async close() {
      closed = true
      clearTimeout(retry)
      await writing
    },
  }
}
