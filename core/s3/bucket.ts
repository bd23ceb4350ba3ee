import type { GuardedFetch } from '../contracts/fetch.ts'
import type { BucketAddress } from './address.ts'
import { keyUrl } from './address.ts'
import { failureOf, S3Failure } from './failure.ts'
import { readListing } from './listing.ts'
import { type Pauses, withRetries } from './retry.ts'
import { type S3Answer, type S3Request, sendSigned } from './send.ts'
import { inParts, partsMessage, readUploadId } from './upload.ts'

/** An object of a bucket, as listed. */
export interface BucketEntry {
  /** Without the prefix of the address. */
  key: string
  /** In epoch milliseconds, by the bucket's clock. */
  modifiedAt: number
}

/**
 * A bucket, through the part of the S3 protocol that all servers support. Keys are relative to the address's prefix.
 * Temporary errors are retried; after that, and for all others, S3Failure is thrown.
 */
export interface Bucket {
  /** Its name in messages: `bucket weir at https://…`. */
  readonly name: string
  /** Stores bytes, in parts if there are many. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The same for a stream of unknown length. If it fails, nothing is stored. */
  upload(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * The size in bytes, and the time of storing in epoch milliseconds by the bucket's clock; undefined for an unknown
   * key.
   */
  head(key: string): Promise<{ size: number; modifiedAt: number } | undefined>
  /** The bytes of an object of this size, as a stream; resumed where it breaks off. */
  read(key: string, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>>
  list(prefix: string): AsyncIterable<BucketEntry>
  remove(key: string): Promise<void>
  /** Throws if the bucket does not exist, or may not be listed. */
  probe(): Promise<void>
}

export interface BucketOptions {
  /** The fetch for the origin of the address, which an operator configured. */
  fetch: GuardedFetch
  /** Milliseconds before further attempts. */
  pauses?: Pauses
  /**
   * The size from which objects are uploaded in parts, and that of a part in bytes: at least 5 MiB. Default 8 MiB.
   */
  partSize?: number
}

const PART_SIZE = 8 << 20
/** How often one body may break off. */
const MAX_BREAKS = 5

export function openBucket(address: BucketAddress, { fetch, pauses, partSize = PART_SIZE }: BucketOptions): Bucket {
  const name = `bucket ${address.bucket} at ${address.endpoint}`

  const toFailure = (error: unknown) => (error instanceof S3Failure ? error : S3Failure.unreachable(name, error))
  const fail = (error: unknown): never => {
    throw toFailure(error)
  }

  const askOnce = async (request: S3Request, statuses: readonly number[] = []): Promise<S3Answer> => {
    const answer = await sendSigned(address, request, fetch).catch(fail)
    if (answer.ok || statuses.includes(answer.status)) return answer
    throw await failureOf(name, answer)
  }
  /** The response of S3, if it is a success or one of `statuses`. */
  const ask = (request: S3Request, statuses?: readonly number[]): Promise<S3Answer> =>
    withRetries(() => askOnce(request, statuses), pauses)
  /**
   * The text of a response, requested again if it breaks off. A success may have an error in its body, as the end of
   * an upload may after a while.
   */
  const askText = (request: S3Request): Promise<string> =>
    withRetries(async () => {
      const answer = await askOnce(request)
      const text = await answer.text().catch(fail)
      if (text.includes('<Error>')) throw S3Failure.of(name, 500, text)
      return text
    }, pauses)
  const url = (key: string, query: Record<string, string> = {}) => keyUrl(address, key, query)

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength > partSize) return upload(key, once(bytes))
    await (await ask({ method: 'PUT', url: url(key), body: bytes })).end()
  }

  async function upload(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const parts = inParts(chunks, partSize)
    const first = await parts.next()
    const second = first.done ? first : await parts.next()
    if (second.done) return put(key, first.done ? new Uint8Array() : first.value)
    const uploadId = readUploadId(await askText({ method: 'POST', url: url(key, { uploads: '' }) }))
    try {
      const tags: string[] = []
      for await (const body of followedBy([first.value, second.value], parts)) {
        const partNumber = String(tags.length + 1)
        const answer = await ask({ method: 'PUT', url: url(key, { partNumber, uploadId }), body })
        tags.push(answer.headers.get('etag') ?? '')
        await answer.end()
      }
      await askText({ method: 'POST', url: url(key, { uploadId }), body: partsMessage(tags) })
    } catch (error) {
      // If this fails, the bucket must clean up itself: it has a rule for that.
      await ask({ method: 'DELETE', url: url(key, { uploadId }) }, [404]).then(
        (answer) => answer.end(),
        () => {},
      )
      throw error
    }
  }

  async function* read(key: string, size: number) {
    let at = 0
    for (let breaks = 0; at < size; breaks++) {
      const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-` } : {}
      const answer = await ask({ method: 'GET', url: url(key), headers })
      try {
        if (at > 0 && answer.status !== 206) throw new S3Failure(`The ${name} gives no part of ${key}`)
        for await (const chunk of answer.chunks()) {
          at += chunk.byteLength
          if (at > size) throw new S3Failure(`The ${name} gives more than the ${size} bytes of ${key}`)
          yield chunk
        }
        if (at < size) throw S3Failure.unreachable(name, new Error(`${key} ended after ${at} of ${size} bytes`))
      } catch (error) {
        const failure = toFailure(error)
        if (!failure.isPassing || breaks === MAX_BREAKS) throw failure
      } finally {
        await answer.end()
      }
    }
  }

  async function probe() {
    await askText({ method: 'GET', url: url('', { 'list-type': '2', 'max-keys': '1' }) })
  }

  return {
    name,
    put,
    upload,
    read,
    probe,
    async head(key) {
      const answer = await ask({ method: 'HEAD', url: url(key) }, [404])
      await answer.end()
      if (answer.status === 404) {
        // Without a body, the response does not say whether the key is missing, or the whole bucket.
        await probe()
        return undefined
      }
      const size = answer.headers.get('content-length') ?? ''
      // Without it, the file would be taken for an empty one.
      if (!/^\d+$/.test(size)) throw new S3Failure(`The ${name} does not tell the size of ${key}`)
      return { size: Number(size), modifiedAt: Date.parse(answer.headers.get('last-modified') ?? '') }
    },
    async *list(prefix) {
      for (let token: string | undefined, more = true; more; ) {
        const query = { 'list-type': '2', 'encoding-type': 'url', prefix: address.prefix + prefix }
        const page = url('', { ...query, ...(token !== undefined && { 'continuation-token': token }) })
        const listing = await readListing(await askText({ method: 'GET', url: page }))
        for (const { key, modifiedAt } of listing.entries) yield { key: key.slice(address.prefix.length), modifiedAt }
        if (token !== undefined && listing.next === token) throw new S3Failure(`The ${name} gives no end of its list`)
        token = listing.next
        more = token !== undefined
      }
    },
    async remove(key) {
      await (await ask({ method: 'DELETE', url: url(key) }, [404])).end()
    },
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function* followedBy(first: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>) {
  yield* first
  yield* rest
}
