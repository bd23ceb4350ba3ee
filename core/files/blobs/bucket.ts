import { describeError, type Log } from '../../log.ts'
import type { Bucket } from '../../s3/bucket.ts'
import { storageError } from '../../store/storage-error.ts'
import { lazyStream } from './lazy-stream.ts'
import type { Blobs } from './port.ts'
import { createTurns } from './turns.ts'

/**
 * Blobs as `files/ab/<hash>` of a bucket. Each put sends the bytes, as that is one request where a look first makes
 * two, and the bucket then knows when they were last used.
 */
export function bucketBlobs(bucket: Bucket, log: Log): Blobs {
  const keyOf = (hash: string) => `files/${hash.slice(0, 2)}/${hash}`
  // A bucket cannot look and delete in one go: within this process nobody puts meanwhile.
  const inTurn = createTurns()
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
    put: (hash, bytes) => inTurn(hash, () => reach(bucket.put(keyOf(hash), bytes))),

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

    remove: (hash, before) =>
      inTurn(hash, async () => {
        const found = await reach(bucket.head(keyOf(hash)))
        if (found && found.modifiedAt < before) await reach(bucket.remove(keyOf(hash)))
      }),

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
