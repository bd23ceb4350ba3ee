import { type Clock, describeError, type Log } from 'weirjs'
import type { RunTable } from './runs.ts'

/** Milliseconds from the start to the first sweep, and between two. */
const FIRST = 60_000
const EVERY = 15 * 60_000

export interface Sweeper {
  start(): void
  /** Deletes what has expired now. */
  sweep(): Promise<void>
  /** Waits for a sweep that is under way. */
  close(): Promise<void>
}

/** Deletes the history that has expired, now and then. */
export function createSweeper(runs: RunTable, { clock, log }: { clock: Clock; log: Log }): Sweeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sweeping: Promise<void> | undefined
  let isClosed = false
  const sweep = async () => {
    while (!isClosed && (await runs.sweep(clock.now())) > 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const schedule = (wait: number) => {
    if (isClosed) return
    timer = setTimeout(() => {
      sweeping = sweep()
        .catch((error) => log.warn('Old runs of monitors could not be deleted yet', { cause: describeError(error) }))
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
