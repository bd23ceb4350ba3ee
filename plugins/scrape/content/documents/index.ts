import type { ParserName } from 'weirjs/schemas'
import type { DocumentReader } from '../converted.ts'
import { readCaptions } from './captions.ts'
import { readCsv } from './csv.ts'
import { readFeedDocument } from './feed/index.ts'
import { readImage } from './image.ts'
import { readJson } from './json.ts'
import { readText } from './plain-text.ts'
import { readXml } from './xml.ts'

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
