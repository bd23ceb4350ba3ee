import { ApiError } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { readers } from '../../documents/readers.ts'
import { Budget } from '../budget.ts'
import type { Converted, DocumentReader, Sniffed } from '../converted.ts'
import { cutToBudget } from '../cut/index.ts'
import { utf16Of } from '../encoding/utf-16.ts'
import { extractedOf } from '../sandbox/parse-answer.ts'
import { withOwnTranscript } from '../transcript/own-transcript.ts'
import { answerExtracted } from './answer-document.ts'
import { readPage } from './read-page.ts'
import { warnOfNothing } from './warn-of-nothing.ts'

/**
 * A page or document in the formats that were asked for: of what a process of its own has `written` of it, where there
 * is one. Throws as `convert` does.
 */
export async function read(source: Sniffed, options: ContentOptions, written?: string): Promise<Converted> {
  const budget = new Budget(written?.length ?? source.body.byteLength)
  const converted =
    written === undefined
      ? withOwnTranscript(await readerOf(source)(source, options, budget), options)
      : await answerExtracted(source, options, { extracted: extractedOf(written), budget })
  warnOfNothing(converted, budget)
  const cut = cutToBudget(converted, options, budget)
  const { warnings } = budget
  return warnings.length > 0 ? { ...cut, warnings } : cut
}

/** What is called text for want of anything better may be any file: its first bytes tell. */
const HEAD_BYTES = 4096

function readerOf({ parserName, mime, headers, body }: Sniffed): DocumentReader {
  if (parserName === 'html') return readPage
  const reader = readers[parserName] ?? (mime.startsWith('text/') ? readers.text : undefined)
  const isText = reader !== readers.text || isUtf16(body, headers) || !body.subarray(0, HEAD_BYTES).includes(0)
  if (reader !== undefined && isText) return reader
  throw new ApiError(
    500,
    'scraping_failed',
    `Files of this type (${mime}) cannot be read: give the address of a page, a document or data`,
    { reason: 'unsupported_type', contentType: mime },
  )
}

/** No other text holds a zero byte. */
const isUtf16 = (body: Uint8Array, headers: Headers): boolean => {
  const isMarked = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)
  return isMarked || utf16Of(body) !== undefined || /charset="?utf-16/i.test(headers.get('content-type') ?? '')
}
