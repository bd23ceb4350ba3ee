import { sleep } from '../abort.ts'
import type { Log } from '../log.ts'
import { isStorageAway } from '../store/storage-error.ts'

/** Milliseconds from the first failure for which a step is tried again. */
const PATIENCE = 30_000
const RETRY_EVERY = 500

/**
 * Runs a step of the start, and again if Postgres went away meanwhile: it may have been restarted together with this
 * process. Throws SettingError with the cause if it stays away.
 */
export async function outlastOutage<T>(step: () => Promise<T>, log: Log): Promise<T> {
  let until: number | undefined
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isStorageAway(error)) throw error
      if (until === undefined) log.warn('Postgres went away during the start, which waits for it')
      until ??= performance.now() + PATIENCE
      if (performance.now() > until) throw (await import('../store/postgres/start.ts')).unusable(error)
    }
    await sleep(RETRY_EVERY)
  }
}
