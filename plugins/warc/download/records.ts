import { type Kit, version } from 'weirjs'
import { readFile } from '../read-file.ts'
import { isChunked, payloadOf, splitMessage } from '../record/http-message.ts'
import { newRecordId, readRecord, type WarcRecord, writeRecord } from '../record/warc-record.ts'
import type { Capture, CaptureFilter, CaptureStore } from '../store/capture-store.ts'

/** The records of a capture in a download. */
export interface CaptureRecords {
  capture: Capture
  /** All records, the indexed one first. They must be read before the next capture is requested. */
  pieces: AsyncIterable<Uint8Array>
  /** The bytes of all records. */
  size: number
  /** The bytes of the first record. */
  length: number
}

/** Captures that are read from the store at a time. */
const AT_ONCE = 100

/**
 * The records of captures in the order of an index, one capture at a time. A revisit whose original is not among them
 * gets the payload itself, so that a download is complete.
 */
export async function* readRecords(
  { captures, files }: { captures: CaptureStore; files: Kit['files'] },
  filter: CaptureFilter,
): AsyncGenerator<CaptureRecords> {
  let last: Capture | undefined
  for (;;) {
    const some = await captures.list(filter, last, AT_ONCE)
    for (const capture of some) {
      const { original } = capture
      const isThere = !original || (await captures.has(filter, original))
      const found = await files.open(capture.file)
      // Captures that were deleted meanwhile are left out.
      if (!found) continue
      const { entry, body } = found
      if (isThere) yield { capture, pieces: body, size: entry.size, length: capture.length }
      else {
        const head = await new Response(body).bytes()
        const answer = await readFile(files, original.file)
        if (answer) yield await withPayload(capture, head, answer.subarray(0, original.length))
      }
    }
    last = some.at(-1)
    if (some.length < AT_ONCE) return
  }
}

/** Joins a revisit and its original to a complete response. */
async function withPayload(capture: Capture, bytes: Uint8Array, original: Uint8Array): Promise<CaptureRecords> {
  const revisit = await readRecord(bytes.subarray(0, capture.length))
  const answer = await readRecord(original)
  const [head, body] = splitMessage(answer.block)
  const { fields } = revisit
  const record: WarcRecord = {
    type: 'response',
    id: fields['WARC-Record-ID']!.slice(1, -1),
    date: capture.capturedAt,
    contentType: 'application/http; msgtype=response',
    fields: {
      'WARC-Target-URI': capture.url,
      'WARC-IP-Address': fields['WARC-IP-Address'],
      'WARC-Payload-Digest': capture.digest,
    },
    block: Buffer.concat([revisit.block, framedLike(revisit.block, await payloadOf(head, body))]),
  }
  const first = await writeRecord(record)
  const whole = Buffer.concat([first, bytes.subarray(capture.length)])
  return {
    capture: { ...capture, record: 'response' },
    pieces: piecesOf(whole),
    size: whole.byteLength,
    length: first.byteLength,
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A payload as a single chunk, if the headers declare a chunked body. */
function framedLike(head: Uint8Array, payload: Uint8Array): Uint8Array {
  const [{ headers }] = splitMessage(head)
  if (!isChunked(headers)) return payload
  return Buffer.concat([Buffer.from(`${payload.byteLength.toString(16)}\r\n`), payload, Buffer.from('\r\n0\r\n\r\n')])
}

/** The first record of a WARC file, which describes the software. */
export const fileInfo = (now: number): Promise<Uint8Array> =>
  writeRecord({
    type: 'warcinfo',
    id: newRecordId(),
    date: now,
    contentType: 'application/warc-fields',
    fields: {},
    block: Buffer.from(`software: Weir/${version}\r\nformat: WARC File Format 1.1\r\n`),
  })
