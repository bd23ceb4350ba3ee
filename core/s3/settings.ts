import { SettingError, type Settings } from '../config.ts'
import { createOperatorFetch } from '../fetch/operator-fetch.ts'
import { type BucketAddress, bucketOrigin } from './address.ts'
import { type Bucket, openBucket } from './bucket.ts'

/** The settings for S3 servers and their credentials. */
export type S3Settings = Pick<
  Settings,
  | 'WEIR_S3_BUCKET'
  | 'WEIR_S3_ENDPOINT'
  | 'WEIR_S3_REGION'
  | 'WEIR_S3_ADDRESSING'
  | 'WEIR_S3_ACCESS_KEY_ID'
  | 'WEIR_S3_SECRET_ACCESS_KEY'
  | 'WEIR_EGRESS_ALLOW'
>

/**
 * Opens a bucket with the server and the key of the settings. Throws SettingError if they are missing; `asker` is the
 * setting that requires them.
 */
export function openConfiguredBucket(
  settings: S3Settings,
  place: Pick<BucketAddress, 'bucket' | 'prefix'>,
  asker: string,
): Bucket {
  const {
    WEIR_S3_REGION: region,
    WEIR_S3_ENDPOINT: endpoint = `https://s3.${region}.amazonaws.com`,
    WEIR_S3_ADDRESSING: addressing,
    WEIR_S3_ACCESS_KEY_ID: accessKeyId,
    WEIR_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new SettingError(
      `${asker} needs WEIR_S3_ACCESS_KEY_ID and WEIR_S3_SECRET_ACCESS_KEY: the key that may use the bucket`,
    )
  const address = { ...place, endpoint, region, addressing, accessKeyId, secretAccessKey }
  const fetch = createOperatorFetch(bucketOrigin(address), { allow: settings.WEIR_EGRESS_ALLOW })
  return openBucket(address, { fetch })
}
