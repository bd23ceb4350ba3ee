/** The location of a bucket, and the credentials for it. */
export interface BucketAddress {
  /** The server's URL, such as `https://s3.eu-central-1.amazonaws.com`, without a trailing slash. */
  endpoint: string
  bucket: string
  /** The prefix of all keys: empty, or with a trailing slash. */
  prefix: string
  region: string
  /** Whether the bucket is named in the path or in the host: `bucket.endpoint`. */
  addressing: 'path' | 'host'
  accessKeyId: string
  secretAccessKey: string
}

/** Accepts the names that every S3 server accepts, and prefixes that no server interprets in its own way. */
const NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/

/** Parses `bucket` or `bucket/prefix`. Throws an Error that says what is allowed. */
export function parseBucket(text: string): Pick<BucketAddress, 'bucket' | 'prefix'> {
  const [bucket = '', ...folders] = text.replace(/\/+$/, '').split('/')
  if (!NAME.test(bucket)) throw new Error('must begin with the name of a bucket: 3 to 63 of a-z, 0-9, - and .')
  const prefix = folders.map((folder) => `${folder}/`).join('')
  if (!PREFIX.test(prefix)) throw new Error('may have a prefix of letters, digits, -, _ and ., as in bucket/a/prefix')
  return { bucket, prefix }
}

/** The origin of requests for the bucket. */
export function bucketOrigin({ endpoint, bucket, addressing }: BucketAddress): string {
  if (addressing === 'path') return endpoint
  const url = new URL(endpoint)
  return `${url.protocol}//${bucket}.${url.host}`
}

/** The URL of a key, or of the bucket itself for an empty key, which no object has. */
export function keyUrl(address: BucketAddress, key: string, query: Record<string, string>): string {
  const path = address.addressing === 'path' ? `/${address.bucket}` : ''
  const search = new URLSearchParams(query).toString()
  return `${bucketOrigin(address)}${path}/${key && address.prefix + key}${search && `?${search}`}`
}
