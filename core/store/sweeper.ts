import type { Leases } from '../contracts/leases.ts'
import { describeError, type Log } from '../log.ts'

export interface SweeperOptions {
  /** What is handled, such as `Old webhooks`: named in the log when that fails, and in the lease. */
  what: string
  /**
   * Deletes some of what has expired, or ends or reads some of what is due, in small portions so that others need not
   * wait long. Returns whether there may be more. A slow one checks now and then whether it should stop.
   */
  sweep(isClosed: () => boolean): Promise<boolean>
  /** Milliseconds from the start to the first sweep, and between two sweeps. */
  first: number
  every: number
  /** With leases, only one of the processes that share the store sweeps at a time. Default: each does. */
  leases?: Leases
  log: Log
}

/** Deletes expired data periodically, or does what else time alone makes due. */
export interface Sweeper {
  start(): void
  /** Sweeps now, until nothing is left; failures are logged. */
  sweep(): Promise<void>
  /** Lets a sweep in progress end. */
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
      log.warn('Periodic work failed; it will be tried again', { work: what, cause: describeError(error) })
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
