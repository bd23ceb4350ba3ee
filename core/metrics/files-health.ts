import { memoizeFor } from '../concurrency/memoize-for.ts'
import type { FilesHealth } from '../contracts/operations/health.ts'
import type { Blobs } from '../files/blobs/port.ts'

/** Milliseconds for which a check is reused: each is a request that a bucket may charge for. */
const HOLDS = 30_000
/** Milliseconds that `/health` waits for a check. */
const PATIENCE = 5_000

/** The health of the storage for the contents of files. */
export const createFilesHealth = (blobs: Blobs): (() => Promise<FilesHealth>) =>
  memoizeFor(HOLDS, async (): Promise<FilesHealth> => {
    const timer = Promise.withResolvers<void>()
    const late = setTimeout(timer.resolve, PATIENCE)
    const tooLong = timer.promise.then(() => ({
      reason: `It did not answer within ${PATIENCE / 1000} s`,
      remedy: 'Check whether it can be reached from this machine',
    }))
    const trouble = await Promise.race([blobs.check(), tooLong]).finally(() => clearTimeout(late))
    const { reason = null, remedy = null } = trouble ?? {}
    return { place: blobs.kind, status: trouble ? 'unavailable' : 'healthy', reason, remedy }
  })
