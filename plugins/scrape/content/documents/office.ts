import { ApiError } from 'weirjs'
import { locked } from '../archive-kind.ts'
import type { DocumentReader } from '../converted.ts'
import { unreadable } from './answer.ts'
import { untrustedReader } from './untrusted/answer-extracted.ts'
import type { ExtractorName } from './untrusted/extractors.ts'

const openXml = 'application/vnd.openxmlformats-officedocument.'
const openDocument = 'application/vnd.oasis.opendocument.'

/** What reads a text document, slides or a book, by its type. */
export const officeExtractors: Readonly<Record<string, ExtractorName>> = {
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

/** Text documents, slides and books: each in a process of its own, by what reads its type. */
export const readOffice: DocumentReader = async (source, options, signal) => {
  const { mime } = source
  if (Object.hasOwn(officeExtractors, mime))
    return untrustedReader(() => officeExtractors[mime]!)(source, options, signal)
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
