import { isApiError } from '../errors.ts'
import { describeError } from '../log.ts'
import { type CancelPorts, cancelJob } from './lifecycle/cancel.ts'
import { lockJob } from './store/statements/jobs.ts'

/** Milliseconds before a retry when the store could not be written. */
const RETRY = 2_000

export interface StopAccountPorts extends CancelPorts {
  /** The numbers of an account's unfinished jobs. */
  openJobs(account: string): Promise<readonly number[]>
}

/**
 * Returns a function that cancels the jobs of an account, if it is suspended. It never rejects: what cannot be
 * cancelled yet is tried again. Source: decisions 2.1.
 */
export function createStopAccount(ports: StopAccountPorts): (id: string) => Promise<void> {
  const { store, accounts, log } = ports
  const stopping = new Set<string>()

  const cancelAll = async (id: string) => {
    let failure: unknown
    for (const n of await ports.openJobs(id))
      await store
        .write(
          async (tx) => {
            const row = await tx.get(lockJob, n)
            if (row) await cancelJob(ports, tx, row)
          },
          { reserved: true },
        )
        // The other jobs must not go on because of this one.
        .catch((error: unknown) => {
          failure = error
        })
    if (failure !== undefined) throw failure
  }

  const stop = async (id: string) => {
    try {
      // Asked each time: it may have been suspended since the one before asked.
      if ((await accounts.get(id)).active || stopping.has(id)) return
      stopping.add(id)
      await cancelAll(id).finally(() => stopping.delete(id))
    } catch (error) {
      log.error('The jobs of a suspended account did not all stop', { account: id, cause: describeError(error) })
      if (isApiError(error)) setTimeout(() => void stop(id), RETRY).unref?.()
    }
  }
  return stop
}
