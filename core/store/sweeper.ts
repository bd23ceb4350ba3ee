import type { Leases } from '../contracts/leases.ts'
import { describeError, type Log } from '../log.ts'

export interface SweeperOptions {
  /** What is deleted, for the log: `Old webhooks`. */
  what: string
  /**
   * Deletes a few expired rows, so that others do not wait long. Returns whether more may be left. A long run must
   * check `isClosed` now and then.
   */
  sweep(isClosed: () => boolean): Promise<boolean>
  /** Milliseconds from the start to the first sweep, and between two. */
  first: number
  every: number
  /** If set, only one of all processes that share the store sweeps at a time. Default: each does. */
  leases?: Leases
  log: Log
}

/** Deletes expired rows periodically. */
export interface Sweeper {
  start(): void
  /** Sweeps now, until nothing is left; failures are logged. */
  sweep(): Promise<void>
  /** Waits for a running sweep to end. */
  close(): Promise<void>
}

export function createSweeper({ what, sweep, first, every, leases, log }: SweeperOptions): Sweeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sweeping: Promise<void> | undefined
  let closed = false
  const isClosed = () => closed

  const sweepAll = async () => {
    try {
      const lease = leases && (await leases.take(`sweep: ${what}`))
      if (lease && 'heldWith' in lease) return
      using _ = { [Symbol.dispose]: () => lease?.release() }
      while (!closed && (await sweep(isClosed))) await new Promise((resolve) => setImmediate(resolve))
    } catch (error) {
      log.warn(`${what} could not be deleted yet`, { cause: describeError(error) })
    }
  }
  const run = () => {
    sweeping ??= sweepAll().finally(() => {
      sweeping = undefined
      schedule(every)
    })
    return sweeping
  }
  const schedule = (wait: number) => {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(run, wait)
    timer.unref?.()
  }

  return {
    start: () => schedule(first),
    sweep: run,
    async close() {
      closed = true
      clearTimeout(timer)
      await sweeping
    },
  }
}
