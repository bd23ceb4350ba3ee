import { decodeBody } from './decode-body.ts'
import { EgressFailure, type Trip, toCallerError } from './egress-failure.ts'
import type { GuardedResponse } from './fetch.ts'
import { abandon, pullStream, readAll } from './stream.ts'
import { contentEncodings, type Incoming } from './transport.ts'

/**
 * The answer that a caller reads: decoded, limited, and failing with the caller's errors. Its headers are those of the
 * decoded body, so they name no content coding and no length of the coded one. Throws EgressFailure.
 */
export function createGuardedResponse(answer: Incoming, url: URL, maxBytes: number, trip: Trip): GuardedResponse {
  const headers = new Headers(answer.headers)
  if (contentEncodings(headers).length === 0 && Number(headers.get('content-length')) > maxBytes)
    throw new EgressFailure('too_large')
  headers.delete('content-encoding')
  if (answer.headers.has('content-encoding') || headers.has('transfer-encoding')) headers.delete('content-length')
  headers.delete('transfer-encoding')

  const decoded =
    answer.body && answer.encodings.length > 0 ? decodeBody(answer.body, answer.encodings, maxBytes) : answer.body
  const body = decoded && guardBody(decoded, maxBytes, trip)
  const bytes = async () => (body ? await readAll(body) : new Uint8Array())
  const text = async () => new TextDecoder().decode(await bytes())
  return {
    url,
    status: answer.status,
    ok: answer.status >= 200 && answer.status < 300,
    headers,
    body,
    bytes,
    text,
    async json() {
      const document = await text()
      try {
        return JSON.parse(document)
      } catch (error) {
        throw toCallerError(new EgressFailure('broken_body', error), trip)
      }
    },
  }
}

/** What fails once the body has begun is the body's failure, also where the runtime says that a connection was reset. */
function guardBody(body: ReadableStream<Uint8Array>, maxBytes: number, trip: Trip): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let size = 0
  const next = async () => {
    try {
      const chunk = await reader.read()
      size += chunk.value?.byteLength ?? 0
      if (size > maxBytes) throw new EgressFailure('too_large')
      return chunk as IteratorResult<Uint8Array, unknown>
    } catch (error) {
      throw toCallerError(error instanceof EgressFailure ? error : new EgressFailure('broken_body', error), trip)
    }
  }
  return pullStream(next, () => abandon(reader))
}
