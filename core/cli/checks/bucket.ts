import type { Settings } from '../../config.ts'
import { parseBucket } from '../../s3/address.ts'
import type { Bucket } from '../../s3/bucket.ts'
import { openConfiguredBucket } from '../../s3/settings.ts'
import { type Finding, fails, works } from './finding.ts'

/** Whether the key has the permissions in the bucket that files need: puts, reads, lists and deletes an object. */
export async function tryBucket(settings: Settings): Promise<Finding[]> {
  const { WEIR_S3_BUCKET: place } = settings
  if (place === undefined) return []
  const key = `doctor-${crypto.randomUUID()}`
  try {
    const bucket = openConfiguredBucket(settings, parseBucket(place), 'WEIR_S3_BUCKET')
    await bucket.put(key, new Uint8Array(1))
    // Nothing is left behind, whatever the key may not do.
    const found = await look(bucket, key).catch(async (error: unknown) => {
      await bucket.remove(key).catch(() => {})
      throw error
    })
    await bucket.remove(key)
    return [
      found ? works('files', `${bucket.name} takes them`) : fails('files', `${bucket.name} lost what was stored in it`),
    ]
  } catch (error) {
    return [fails('files', error instanceof Error ? error.message : String(error))]
  }
}

async function look(bucket: Bucket, key: string) {
  await bucket.probe()
  return bucket.head(key)
}
