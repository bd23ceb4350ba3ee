/** Where a bucket is, and who may use it. */
export interface BucketAddress {
  /** Where the server answers: `https://s3.eu-central-1.amazonaws.com`. No slash at its end. */
  endpoint: string
  bucket: string
  /** What all keys begin with: empty, or with a slash at its end. */
  prefix: string
  region: string
  /** Whether the bucket is named by the path or by the host: `bucket.endpoint`. */
  addressing: 'path' | 'host'
  accessKeyId: string
  secretAccessKey: string
}

/** Lets through the names that every server of S3 takes, and prefixes that no server reads in a way of its own. */
const NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/

/** Reads `bucket` or `bucket/prefix`. Throws an Error that says what is allowed. */
export function parseBucket(text: string): Pick<BucketAddress, 'bucket' | 'prefix'> {
  const [bucket = '', ...folders] = text.replace(/\/+$/, '').split('/')
  if (!NAME.test(bucket)) throw new Error('must begin with the name of a bucket: 3 to 63 of a-z, 0-9, - and .')
  const prefix = folders.map((folder) => `${folder}/`).join('')
  if (!PREFIX.test(prefix)) throw new Error('may have a prefix of letters, digits, -, _ and ., as in bucket/a/prefix')
  return { bucket, prefix }
}

/** The origin that requests for the bucket go to. */
export function bucketOrigin({ endpoint, bucket, addressing }: BucketAddress): string {
  if (addressing === 'path') return endpoint
  const url = new URL(endpoint)
  return `${url.protocol}//${bucket}.${url.host}`
}

/** The address of a key, or of the bucket itself where the key is empty and so no thing's. */
export function keyUrl(address: BucketAddress, key: string, query: Record<string, string>): string {
  const path = address.addressing === 'path' ? `/${address.bucket}` : ''
  const search = new URLSearchParams(query).toString()
  return `${bucketOrigin(address)}${path}/${key && address.prefix + key}${search && `?${search}`}`
}
