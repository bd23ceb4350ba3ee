import { type Clock, describeError, type Log } from 'weirjs'
import type { Deliveries } from './deliveries.ts'

/** Milliseconds from the start to the first sweep, and between two. */
const FIRST = 120_000
const EVERY = 3600_000
const DAY = 24 * 3600_000
/** Deliveries that go in one transaction, so that others need not wait long. */
const AT_ONCE = 200

export interface Sweeper {
  start(): void
  /** Drops what is old now. */
  sweep(): Promise<void>
  /** Waits for a sweep that is under way. */
  close(): Promise<void>
}

/** Drops deliveries from the log that ended some days ago. */
export function createSweeper(
  deliveries: Deliveries,
  { clock, log, days }: { clock: Clock; log: Log; days: number },
): Sweeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sweeping: Promise<void> | undefined
  let isClosed = false

  const sweep = async () => {
    while (!isClosed && (await deliveries.sweep(clock.now() - days * DAY, AT_ONCE)) === AT_ONCE)
      await new Promise((resolve) => setImmediate(resolve))
  }
  const schedule = (wait: number) => {
    if (isClosed) return
    timer = setTimeout(() => {
      sweeping = sweep()
        .catch((error) => log.warn('Old webhooks could not be dropped yet', { cause: describeError(error) }))
        .finally(() => schedule(EVERY))
    }, wait)
    timer.unref?.()
  }

  return {
    start: () => schedule(FIRST),
    sweep,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await sweeping
    },
  }
}
