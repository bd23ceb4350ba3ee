import type { Bucket } from '../../s3/bucket.ts'
import { MissingError, type Place } from './place.ts'

/** What stands behind the prefix of a bucket; `name` is how the operator named it. */
export const bucketPlace = (name: string, bucket: Bucket): Place => ({
  name,
  async isEmpty() {
    for await (const _ of bucket.list('')) return false
    return true
  },
  write: (key, chunks) => bucket.upload(key, chunks),
  async *read(key) {
    const found = await bucket.head(key)
    if (!found) throw new MissingError(`${key} is missing in ${name}`)
    yield* bucket.read(key, found.size)
  },
})
