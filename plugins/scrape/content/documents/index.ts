import type { ParserName } from 'weirjs/schemas'
import type { DocumentReader } from '../converted.ts'
import { readCaptions } from './captions.ts'
import { readImage } from './image.ts'
import { readJson } from './json.ts'
import { readOffice } from './office.ts'
import { readText } from './plain-text.ts'
import { readFeedDocument } from './read-feed.ts'
import { readSpreadsheet } from './spreadsheet.ts'
import { untrustedReader } from './untrusted/answer-extracted.ts'
import { readXml } from './xml.ts'

/** How documents that are not HTML are read, by their kind. */
export const readers: Partial<Record<ParserName, DocumentReader>> = {
  document: readOffice,
  feed: readFeedDocument,
  image: readImage,
  json: readJson,
  pdf: untrustedReader(() => 'pdf'),
  slides: readOffice,
  spreadsheet: readSpreadsheet,
  text: readText,
  video: readCaptions,
  xml: readXml,
}
