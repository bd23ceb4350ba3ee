import type { ParserName } from 'weirjs/schemas'
import type { DocumentReader } from '../content/converted.ts'
import { readCsv } from './data/csv.ts'
import { readJson } from './data/json.ts'
import { readText } from './data/plain-text.ts'
import { readXml } from './data/xml.ts'
import { readFeedDocument } from './feed/index.ts'
import { readCaptions } from './media/captions.ts'
import { readImage } from './media/image.ts'

/**
 * How documents that are not HTML are read, by their kind; those of office programs and PDF are read in a process of
 * their own.
 */
export const readers: Partial<Record<ParserName, DocumentReader>> = {
  feed: readFeedDocument,
  image: readImage,
  json: readJson,
  spreadsheet: readCsv,
  text: readText,
  video: readCaptions,
  xml: readXml,
}
