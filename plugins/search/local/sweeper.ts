import { type Clock, describeError, type Log } from 'weirjs'
import type { PageIndex } from './page-index.ts'

/** Milliseconds from the start to the first sweep, and between two. */
const FIRST = 90_000
const EVERY = 3600_000
/** Pages that go in one transaction, so that others need not wait long. */
const AT_ONCE = 50

export interface Sweeper {
  start(): void
  /** Waits for a sweep that is under way. */
  close(): Promise<void>
}

/** Drops from the index what has expired, now and then. */
export function createSweeper(index: PageIndex, { clock, log }: { clock: Clock; log: Log }): Sweeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sweeping: Promise<void> | undefined
  let isClosed = false

  const schedule = (wait: number) => {
    if (isClosed) return
    timer = setTimeout(() => {
      sweeping = sweep()
        .catch((error) => log.warn('The search index could not be swept yet', { cause: describeError(error) }))
        .finally(() => schedule(EVERY))
    }, wait)
    timer.unref?.()
  }
  const sweep = async () => {
    while (!isClosed && (await index.sweep(clock.now(), AT_ONCE)) === AT_ONCE)
      await new Promise((resolve) => setImmediate(resolve))
  }

  return {
    start: () => schedule(FIRST),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await sweeping
    },
  }
}
