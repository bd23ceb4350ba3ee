import { KeyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { Leases } from '../../contracts/leases.ts'
import { describeError, type Log } from '../../log.ts'
import type { Bucket } from '../../s3/bucket.ts'
import { storageError } from '../../store/storage-error.ts'
import { lazyStream } from './lazy-stream.ts'
import type { Blobs } from './port.ts'

/** Runs work for some bytes while no other machine runs any for the same bytes. */
type Exclusively = (hash: string, work: () => Promise<void>) => Promise<void>

/**
 * Blobs as `files/ab/<hash>` of a bucket. Every put sends the bytes: that is one request, where checking first takes
 * two, and it tells the bucket when they were last used. `leases` are required if other machines use the bucket too.
 */
export function bucketBlobs(bucket: Bucket, log: Log, leases?: Leases): Blobs {
  const keyOf = (hash: string) => `files/${hash.slice(0, 2)}/${hash}`
  // A bucket cannot check and delete atomically, so puts of the same bytes wait within this process.
  const alone = new KeyedMutex()
  const exclusively = leases && withLease(leases)
  const reach = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      log.error('Files are out of reach', { error: describeError(error) })
      throw storageError('storage_unavailable', error)
    }
  }

  return {
    kind: 'bucket',
    put: (hash, bytes) =>
      alone.run(hash, async () => {
        const put = () => reach(bucket.put(keyOf(hash), bytes))
        await put()
        if (!exclusively) return
        // A sweep that found them unused before this put has deleted them by now; a later one finds them used.
        await exclusively(hash, async () => {})
        if (!(await reach(bucket.head(keyOf(hash))))) await put()
      }),

    async open(hash) {
      const found = await reach(bucket.head(keyOf(hash)))
      return found && lazyStream(() => bucket.read(keyOf(hash), found.size))
    },

    async *unusedSince(before) {
      for await (const { key, modifiedAt } of bucket.list('files/')) {
        const hash = key.slice(key.lastIndexOf('/') + 1)
        if (modifiedAt < before && key === keyOf(hash)) yield hash
      }
    },

    remove(hash, before) {
      const removeUnused = async () => {
        const found = await reach(bucket.head(keyOf(hash)))
        if (found && found.modifiedAt < before) await reach(bucket.remove(keyOf(hash)))
      }
      return alone.run(hash, () => (exclusively ? exclusively(hash, removeUnused) : removeUnused()))
    },

    check: () =>
      bucket.probe().then(
        () => undefined,
        (error: unknown) => ({
          reason: error instanceof Error ? error.message : String(error),
          remedy: 'See the settings WEIR_S3_… and whether the server answers; files work again by themselves',
        }),
      ),
  }
}

const withLease =
  (leases: Leases): Exclusively =>
  async (hash, work) => {
    const name = `file ${hash}`
    for (;;) {
      const lease = await leases.take(name)
      if ('release' in lease) return work().finally(lease.release)
      await leases.free(name, new AbortController().signal)
    }
  }
