import type { FairQueue } from '../../contracts/fair-queue.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/index.ts'
import { createFairQueue } from './fair-queue.ts'

export interface QueueOptions {
  store: Store
  /** The address of the store, if it is Postgres. */
  databaseUrl: string | undefined
  log: Log
}

/** The queue for a store: shared by all its processes in Postgres, otherwise in memory. */
export async function openQueue({ store, databaseUrl, log }: QueueOptions): Promise<FairQueue> {
  if (databaseUrl === undefined) return createFairQueue()
  const [{ createTicketQueue }, { openTickets }] = await Promise.all([
    import('./ticket-queue.ts'),
    import('./tickets.ts'),
  ])
  return createTicketQueue({ store, tickets: await openTickets({ url: databaseUrl, store, log }), log })
}
