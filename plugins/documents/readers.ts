import type { ParserName } from 'weirjs/schemas'
import type { DocumentReader } from '../content/service.ts'

const openXml = 'application/vnd.openxmlformats-officedocument.'
const openDocument = 'application/vnd.oasis.opendocument.'

/** A reader of archives, or one that uses a large library. It runs in a separate process, where it can do no harm. */
const inProcess = (path: string, ...types: string[]): DocumentReader => ({
  types,
  module: new URL(path, import.meta.url),
  runs: 'in-process',
})

/** A reader of text in a single pass. It runs on a thread. */
const onThread = (path: string, ...kinds: ParserName[]): DocumentReader => ({
  kinds,
  module: new URL(path, import.meta.url),
  runs: 'on-thread',
})

/** The reader of each kind of document, by parser name. */
export const readers: Readonly<Record<string, DocumentReader>> = {
  docx: inProcess('./docx/index.ts', `${openXml}wordprocessingml.document`),
  epub: inProcess('./epub/index.ts', 'application/epub+zip'),
  odf: inProcess('./odf/index.ts', `${openDocument}text`, `${openDocument}presentation`),
  pdf: inProcess('./pdf/index.ts', 'application/pdf'),
  pptx: inProcess('./pptx/index.ts', `${openXml}presentationml.presentation`),
  rtf: inProcess('./rtf/index.ts', 'application/rtf', 'text/rtf'),
  workbook: inProcess(
    './workbook/index.ts',
    'application/vnd.ms-excel',
    `${openDocument}spreadsheet`,
    `${openXml}spreadsheetml.sheet`,
  ),

  captions: onThread('./media/captions.ts', 'video'),
  csv: onThread('./data/csv.ts', 'spreadsheet'),
  feed: onThread('./feed/index.ts', 'feed'),
  image: onThread('./media/image.ts', 'image'),
  json: onThread('./data/json.ts', 'json'),
  text: onThread('./data/plain-text.ts', 'text'),
  xml: onThread('./data/xml.ts', 'xml'),

  doc: {
    types: ['application/msword'],
    refusal: {
      reason: 'unsupported_type',
      message: 'Word documents of the format before 2007 (DOC) cannot be read: convert them to DOCX, ODT, RTF or PDF',
    },
  },
  ppt: {
    types: ['application/vnd.ms-powerpoint'],
    refusal: {
      reason: 'unsupported_type',
      message: 'Presentations of the format before 2007 (PPT) cannot be read: convert them to PPTX, ODP or PDF',
    },
  },
  encrypted: {
    types: ['application/vnd.ms-office.encrypted'],
    refusal: { reason: 'encrypted', message: 'The document is protected by a password: use one that is not' },
  },
}
