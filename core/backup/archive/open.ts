import { parseBucket } from '../../s3/address.ts'
import { openConfiguredBucket, type S3Settings } from '../../s3/settings.ts'
import { CopyFailure } from '../failure.ts'
import { bucketPlace } from './bucket.ts'
import { folderPlace } from './folder.ts'
import type { Place } from './place.ts'

const SCHEME = 's3://'

/**
 * The place that a command names: a folder, or `s3://bucket/prefix` on the server that the settings name. Throws an
 * Error or SettingError that says what is allowed.
 */
export function openPlace(where: string, settings: S3Settings): Place {
  if (!where.startsWith(SCHEME)) {
    // A backup to gs://bucket would go to a folder called gs: below the working directory.
    if (where === '' || where.split('/', 1)[0]!.endsWith(':'))
      throw new CopyFailure(`A place is a folder or s3://BUCKET/PREFIX, not '${where}'`)
    return folderPlace(where)
  }
  let place: ReturnType<typeof parseBucket>
  try {
    place = parseBucket(where.slice(SCHEME.length))
  } catch (error) {
    throw new CopyFailure(`${where}: what follows s3:// ${(error as Error).message}`)
  }
  return bucketPlace(where, openConfiguredBucket(settings, place, where))
}
