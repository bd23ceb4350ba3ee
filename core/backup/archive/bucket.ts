import type { Bucket } from '../../s3/bucket.ts'
import { MissingError, type Place } from './place.ts'

/** The place below the prefix of a bucket; `name` is the operator's name for it. */
export const bucketPlace = (name: string, bucket: Bucket): Place => ({
  name,
  async isEmpty() {
    for await (const _ of bucket.list('')) return false
    return true
  },
  write: (key, chunks) => bucket.upload(key, chunks),
  remove: (key) => bucket.remove(key),
  async *read(key) {
    const found = await bucket.head(key)
    if (!found) throw new MissingError(`${key} is missing in ${name}`)
    yield* bucket.read(key, found.size)
  },
})
