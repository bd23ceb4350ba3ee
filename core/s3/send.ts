import { AwsV4Signer } from 'aws4fetch'
import type { GuardedFetch, GuardedResponse } from '../contracts/fetch.ts'
import { abandon, join } from '../fetch/stream.ts'
import { sha256 } from '../sha256.ts'
import type { BucketAddress } from './address.ts'
import { S3Failure } from './failure.ts'

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: Uint8Array
}

/** A response of S3. Either its body must be read to the end, or `end` called. */
export interface S3Answer extends Pick<GuardedResponse, 'ok' | 'status' | 'headers'> {
  /** The body as text. Throws if it is larger than any text of S3. */
  text(): Promise<string>
  /** The body as a stream. */
  chunks(): AsyncIterable<Uint8Array<ArrayBuffer>>
  /** Releases the connection; does nothing if the body was read. */
  end(): Promise<void>
}

/**
 * Milliseconds until the response to a request must start: meanwhile a part of a large file may be sent over a slow
 * line.
 */
const ANSWER_TIME = 60_000
/** Milliseconds that a body may pause while it is being read. The reader may take any time. */
const CHUNK_TIME = 30_000
/** The most bytes of a text: a listing of a thousand keys of a kilobyte, with all of it percent-encoded. */
const MAX_TEXT_BYTES = 8 << 20

/**
 * Signs a request (Signature Version 4, including the hash of its body, which also protects it against corruption)
 * and sends it. Redirects are returned: S3 sends them for a wrong region, and a signature is valid for one host only.
 */
export async function sendSigned(
  { region, accessKeyId, secretAccessKey }: BucketAddress,
  { method, url, headers: given = {}, body = new Uint8Array() }: S3Request,
  fetch: GuardedFetch,
): Promise<S3Answer> {
  const hash = (await sha256(body)).toString('hex')
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
    // Not part of the signature, as proxies change it on the way.
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
  async function text() {
    const read: Uint8Array[] = []
    let size = 0
    for await (const chunk of chunks()) {
      size += chunk.byteLength
      if (size > MAX_TEXT_BYTES) throw new S3Failure(`More than ${MAX_TEXT_BYTES} bytes came instead of a short text`)
      read.push(chunk)
    }
    return new TextDecoder().decode(join(read))
  }
  return {
    ok: answer.ok,
    status: answer.status,
    headers: answer.headers,
    chunks,
    text,
    async end() {
      if (answer.body && !answer.body.locked) await abandon(answer.body)
    },
  }
}
