import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import type { Leases } from '../../contracts/leases.ts'
import type { Log } from '../../log.ts'
import { parseBucket } from '../../s3/address.ts'
import type { S3Settings } from '../../s3/settings.ts'
import type { Store } from '../../store/index.ts'
import { openDatabaseBlobs } from './database.ts'
import { diskBlobs } from './disk.ts'
import type { Blobs } from './port.ts'

export interface BlobsOptions {
  settings: S3Settings
  dataDir: string
  /** Needed only for a database that several machines may share. */
  store: Store | undefined
  clock: Clock
  log: Log
  /** Only in a server: a command puts nothing while a sweep runs. */
  leases?: Leases
}

/**
 * Where the settings put the contents of files: the bucket they name, else where the store is, so that everyone who
 * shares the store shares the files. Throws SettingError.
 */
export async function openBlobs({ settings, dataDir, store, clock, log, leases }: BlobsOptions): Promise<Blobs> {
  const { WEIR_S3_BUCKET: place } = settings
  if (place !== undefined) {
    const [{ openConfiguredBucket }, { bucketBlobs }] = await Promise.all([
      import('../../s3/settings.ts'),
      import('./bucket.ts'),
    ])
    const bucket = openConfiguredBucket(settings, parseBucket(place), 'WEIR_S3_BUCKET')
    return bucketBlobs(bucket, log, store?.dialect === 'postgres' ? leases : undefined)
  }
  if (store?.dialect === 'postgres') return openDatabaseBlobs(store, () => clock.now())
  return diskBlobs(join(dataDir, 'files'), () => clock.now())
}
