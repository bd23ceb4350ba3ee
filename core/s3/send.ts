import { AwsV4Signer } from 'aws4fetch'
import type { GuardedFetch, GuardedResponse } from '../contracts/fetch.ts'
import { abandon } from '../fetch/stream.ts'
import type { BucketAddress } from './address.ts'

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: Uint8Array
}

/** A response of S3. Its body must be read to the end, or `end` called. */
export interface S3Answer extends Pick<GuardedResponse, 'ok' | 'status' | 'headers'> {
  text(): Promise<string>
  /** Streams the body. */
  chunks(): AsyncIterable<Uint8Array<ArrayBuffer>>
  /** Frees the connection; has no effect once the body was read. */
  end(): Promise<void>
}

/** Milliseconds until the response must begin, including the upload of a large part over a slow line. */
const ANSWER_TIME = 60_000
/** Milliseconds to wait for the next chunk of a body. The time that the reader takes does not count. */
const CHUNK_TIME = 30_000

/**
 * Signs a request (Signature Version 4, with the hash of its body, which also detects an incomplete upload) and sends
 * it. Redirects are returned as responses: S3 sends them for a wrong region, and a signature is valid for one host
 * only.
 */
export async function sendSigned(
  { region, accessKeyId, secretAccessKey }: BucketAddress,
  { method, url, headers: given = {}, body = new Uint8Array() }: S3Request,
  fetch: GuardedFetch,
): Promise<S3Answer> {
  const digest = await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)
  const hash = Buffer.from(digest).toString('hex')
  const headers = { ...given, 'x-amz-content-sha256': hash }
  const signer = new AwsV4Signer({ method, url, headers, service: 's3', region, accessKeyId, secretAccessKey })
  const signed = await signer.sign()
  const ending = new AbortController()
  const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
    const reason = new Error(`nothing came for ${milliseconds / 1000} s`)
    const timer = setTimeout(() => ending.abort(reason), milliseconds)
    return work.finally(() => clearTimeout(timer))
  }
  const hasBody = method === 'PUT' || method === 'POST'
  const sent = fetch(signed.url, {
    method,
    // Not signed, as proxies change it on the way.
    headers: { ...Object.fromEntries(signed.headers), 'accept-encoding': 'identity' },
    ...(hasBody && { body }),
    signal: ending.signal,
    maxRedirects: 0,
    maxBytes: Number.MAX_SAFE_INTEGER,
  })
  const answer = await within(ANSWER_TIME, sent)

  async function* chunks() {
    const reader = answer.body?.getReader()
    if (!reader) return
    try {
      for (;;) {
        const { done, value } = await within(CHUNK_TIME, reader.read())
        if (done) return
        yield value as Uint8Array<ArrayBuffer>
      }
    } finally {
      await abandon(reader)
    }
  }
  return {
    ok: answer.ok,
    status: answer.status,
    headers: answer.headers,
    chunks,
    text: () => within(CHUNK_TIME, answer.text()),
    async end() {
      if (answer.body && !answer.body.locked) await abandon(answer.body)
    },
  }
}
