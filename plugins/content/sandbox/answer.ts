import type { ReadModel, UnreadableReason } from '../document-model.ts'

/**
 * What the child writes about its document: a line of JSON, followed by the plain HTML. Putting a long text into
 * JSON, and parsing it again, would take several times its memory.
 */
export type Answer =
  | { document: Omit<ReadModel, 'html'> }
  | { refused: { reason: UnreadableReason; message: string; cause?: string } }

const LINE_END = 10

/** Encodes an answer in UTF-8. */
export function writeAnswer(answer: Answer, html = ''): Uint8Array<ArrayBuffer> {
  const line = new TextEncoder().encode(`${JSON.stringify(answer)}\n`)
  const written = new Uint8Array(line.length + Buffer.byteLength(html))
  written.set(line)
  new TextEncoder().encodeInto(html, written.subarray(line.length))
  return written
}

/** Splits an answer; the HTML is a view of the same buffer. Throws if it is not an answer. */
export function splitAnswer(written: Uint8Array): { answer: Answer; html: Uint8Array } {
  const end = written.indexOf(LINE_END)
  if (end < 0) throw new Error('No line ends')
  return { answer: JSON.parse(new TextDecoder().decode(written.subarray(0, end))), html: written.subarray(end + 1) }
}
