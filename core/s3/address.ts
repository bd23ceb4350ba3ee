/** The location of a bucket, and the credentials for it. */
export interface BucketAddress {
  /** The server's address, without a slash at its end: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  /** The prefix of all keys: empty, or with a slash at its end. */
  prefix: string
  region: string
  /** Whether the bucket's name is in the path or in the host name: `bucket.endpoint`. */
  addressing: 'path' | 'host'
  accessKeyId: string
  secretAccessKey: string
}

/** Only names that every S3 server accepts, and prefixes that every server reads alike. */
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

/** The URL of a key, or of the bucket itself for an empty key, which no object can have. */
export function keyUrl(address: BucketAddress, key: string, query: Record<string, string>): string {
  const path = address.addressing === 'path' ? `/${address.bucket}` : ''
  const search = new URLSearchParams(query).toString()
  return `${bucketOrigin(address)}${path}/${key && address.prefix + key}${search && `?${search}`}`
}
