import { checkEncodings, contentEncodings, decodeBody, type Kit } from 'weirjs'
import { readFile } from './read-file.ts'
import { type HttpHead, payloadOf, splitMessage } from './record/http-message.ts'
import { readRecord } from './record/warc-record.ts'
import type { Capture } from './store/capture-store.ts'
import type { RecordPlace } from './store/tables.ts'

/** The most bytes of a page after decoding. */
const MAX_BYTES = 100 * 1024 * 1024

/** The content of a capture, without content coding. */
export interface ReadCapture {
  status: number
  headers: Headers
  body: Uint8Array
}

/**
 * Reads a capture from its records: the rendered page if there is one, otherwise the response. Undefined if it was
 * deleted.
 */
export async function readCapture(files: Kit['files'], capture: Capture): Promise<ReadCapture | undefined> {
  const { file, length, rendered, original, record, status } = capture
  const blockIn = async (id: string, place: RecordPlace) => {
    const bytes = await readFile(files, id)
    return bytes && (await readRecord(bytes.subarray(place.offset, place.offset + place.length))).block
  }

  const first = await blockIn(file, { offset: 0, length })
  if (!first) return undefined
  if (record === 'resource') return { status, headers: new Headers({ 'content-type': HTML }), body: first }
  const [head, rest] = splitMessage(first)
  if (rendered) {
    const body = await blockIn(file, rendered)
    return body && { status: head.status, headers: decodedHeaders(head, HTML), body }
  }
  if (!original) return { ...(await decode(head, await payloadOf(head, rest))), status: head.status }
  const answer = await blockIn(original.file, { offset: 0, length: original.length })
  if (!answer) return undefined
  const [originalHead, body] = splitMessage(answer)
  return { ...(await decode(head, await payloadOf(originalHead, body))), status: head.status }
}

const HTML = 'text/html; charset=utf-8'

/** The headers for a decoded body. */
function decodedHeaders({ headers: given }: HttpHead, contentType?: string): Headers {
  const headers = new Headers(given)
  for (const name of ['content-encoding', 'transfer-encoding', 'content-length']) headers.delete(name)
  if (contentType) headers.set('content-type', contentType)
  return headers
}

async function decode(head: HttpHead, payload: Uint8Array): Promise<Pick<ReadCapture, 'headers' | 'body'>> {
  const encodings = contentEncodings(head.headers)
  const headers = decodedHeaders(head)
  if (encodings.length === 0) return { headers, body: payload }
  checkEncodings(encodings)
  const coded = new Response(payload as Uint8Array<ArrayBuffer>).body!
  const body = decodeBody(coded, encodings, { maxBytes: MAX_BYTES, isReadWhole: true })
  return { headers, body: await new Response(body).bytes() }
}
