import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import { type Store, statement } from '../port.ts'
import { warnOfFailure } from '../storage-error.ts'
import { databaseTime } from './database-time.ts'

/** Milliseconds between two comparisons: a machine's clock may be set at any time. */
const COMPARE_EVERY = 60_000
/** Milliseconds by which clocks may differ without harm, as those of machines that ask time servers do. */
const TOLERANCE = 1_000

const readTime = statement<[], { now: number }>((db) => db.selectNoFrom(databaseTime.as('now')))

export interface SharedClock extends Clock {
  close(): void
}

/**
 * The time of the database, for machines whose clocks may differ: one that is a minute ahead would otherwise take the
 * work of all others for abandoned, and begin it again.
 */
export async function openSharedClock(parts: { store: Store; clock: Clock; log: Log }): Promise<SharedClock> {
  const { store, clock, log } = parts
  let ahead = 0
  const compare = async () => {
    const before = clock.now()
    const began = performance.now()
    const time = (await store.get(readTime))?.now
    const took = performance.now() - began
    // After a slow answer it is not known which time it was.
    if (time === undefined || took > TOLERANCE) return
    const found = Math.round(before + took / 2 - time)
    const isFar = Math.abs(found) > TOLERANCE
    if (isFar && Math.abs(found - ahead) > TOLERANCE)
      log.warn(
        'The clock of this machine differs from that of Postgres, which is used: synchronize both with a time server',
        {
          seconds: Math.round(found / 1000),
        },
      )
    ahead = isFar ? found : 0
  }
  const tryToCompare = () => compare().catch((error) => warnOfFailure(parts, 'The clock could not be compared', error))
  await tryToCompare()
  const timer = setInterval(tryToCompare, COMPARE_EVERY)
  timer.unref?.()
  return { now: () => clock.now() - ahead, close: () => clearInterval(timer) }
}
