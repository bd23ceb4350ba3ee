import { ApiError } from 'weirjs'
import type { Sniffed } from '../content/converted.ts'
import { unreadable } from '../content/read/answer.ts'
import { locked } from '../content/sniff/archive-kind.ts'
import type { ExtractorName } from './extractors.ts'

const openXml = 'application/vnd.openxmlformats-officedocument.'
const openDocument = 'application/vnd.oasis.opendocument.'

/** What reads a text document, slides or a book, by its type. */
const officeExtractors: Readonly<Record<string, ExtractorName>> = {
  'application/epub+zip': 'book',
  'application/rtf': 'richText',
  'text/rtf': 'richText',
  [`${openDocument}presentation`]: 'openDocument',
  [`${openDocument}text`]: 'openDocument',
  [`${openXml}presentationml.presentation`]: 'slides',
  [`${openXml}wordprocessingml.document`]: 'word',
}

/** Types that are known and not read, with what helps. */
const remedies: Readonly<Record<string, string>> = {
  'application/msword':
    'Word documents of the format before 2007 (DOC) cannot be read: give them as DOCX, ODT, RTF or PDF',
  'application/vnd.ms-powerpoint':
    'Presentations of the format before 2007 (PPT) cannot be read: give them as PPTX, ODP or PDF',
}

/**
 * What reads a document in a process of its own; undefined for what needs none. Throws ApiError `scraping_failed` for a
 * document that nothing reads.
 */
export function extractorOf({ parserName, mime, body }: Pick<Sniffed, 'parserName' | 'mime' | 'body'>) {
  if (parserName === 'pdf') return 'pdf'
  if (parserName === 'spreadsheet') return isText(mime, body) ? undefined : 'workbook'
  return parserName === 'document' || parserName === 'slides' ? officeExtractorOf(mime) : undefined
}

function officeExtractorOf(mime: string): ExtractorName {
  if (Object.hasOwn(officeExtractors, mime)) return officeExtractors[mime]!
  if (mime === locked.mime) {
    throw unreadable('encrypted', 'The document is protected by a password: give one that is not')
  }
  if (Object.hasOwn(remedies, mime)) throw unreadable('unsupported_type', remedies[mime]!)
  throw new ApiError(
    500,
    'scraping_failed',
    `Documents of this type (${mime}) cannot be read: give them as DOCX, PPTX, ODT, ODP, RTF, EPUB or PDF`,
    { reason: 'unsupported_type', contentType: mime },
  )
}

/**
 * Servers call CSV `application/vnd.ms-excel` for a spreadsheet's sake; a file of that program has bytes that no text
 * has.
 */
const isText = (mime: string, body: Uint8Array): boolean => {
  if (/csv|tab-separated|^text\//.test(mime)) return true
  const head = body.subarray(0, 4096)
  const isArchive = head[0] === 0x50 && head[1] === 0x4b
  return !isArchive && !head.includes(0) && !new TextDecoder('latin1').decode(head).includes(OFFICE_XML)
}

/** The namespace of workbooks that Excel 2003 wrote as XML. */
const OFFICE_XML = 'urn:schemas-microsoft-com:office:spreadsheet'
