import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Milliseconds by which the clocks may differ. Source: S3's RequestTimeTooSkewed. */
const SKEW = 15 * 60_000

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Uint8Array, data: string) => createHmac('sha256', key).update(data).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/**
 * The error code with which S3 refuses a request, or undefined if its signature is valid. Source: "Signature
 * Version 4 signing process" of the S3 API reference, implemented here independently of the client.
 */
export function refusalOf(request: IncomingMessage, body: Uint8Array, credentials: Credentials): string | undefined {
  const header = (name: string) => String(request.headers[name] ?? '')
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    )
  if (!parts) return 'AccessDenied'
  const [, key, day = '', region = '', names = '', signature] = parts
  if (key !== credentials.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== credentials.region) return 'AuthorizationHeaderMalformed'
  const time = header('x-amz-date')
  const sentAt = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!time.startsWith(day) || !(Math.abs(Date.now() - sentAt) < SKEW)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  if (mustBeSigned.some((name) => !signed.includes(name))) return 'AccessDenied'
  const hash = header('x-amz-content-sha256')
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const url = new URL(request.url!, 'http://server')
  const path = decodeURIComponent(url.pathname).split('/').map(encode).join('/')
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const headers = signed.map((name) => `${name}:${header(name).trim().replace(/\s+/g, ' ')}\n`).join('')
  const canonical = [request.method, path, query.join('&'), headers, names, hash].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Uint8Array>(
    (secret, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  )
  return hmac(signing, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
