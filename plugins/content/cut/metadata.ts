import type { PageMetadata } from 'weirjs/schemas'
import { cutData, fits, type Measure } from './data.ts'
import { jsonLength, MAX_BYTES } from './json-length.ts'

/** Bytes of JSON of one value: a title, a description, all feeds. */
const MAX_VALUE = 64 * 1024
/**
 * Bytes of JSON of what a page says in one syntax for structured data. The server takes it from its thread as
 * objects: two of these of names alone held it up for 70 ms.
 */
const MAX_STRUCTURED = 1024 * 1024
/** Bytes that a text of it counts for at least: 100,000 short ones take as long to hand over as some long ones. */
const MIN_LENGTH = 32

/** More than a text may take: nearly all metadata fits even so, and then no text has to be read. */
const mostBytes = (text: string) => text.length * MAX_BYTES

const atLeast =
  (least: number, measure: Measure): Measure =>
  (text) =>
    Math.max(least, measure(text))

/** What a page says of itself, each value within bounds: so small that they need not be counted among the formats. */
export function cutMetadata(metadata: PageMetadata, maxLength: number): { metadata: PageMetadata; isCut: boolean } {
  let isCut = false
  const cutValue = (value: unknown, length: number, least: number): unknown => {
    const cut = cutData(value, length, atLeast(least, jsonLength))
    isCut ||= cut.isCut
    return cut.data
  }
  /** Records whose names the schema knows keep all of them. */
  const cutFields = <Fields extends object>(fields: Fields, length: number, least = 0): Fields => {
    if (fits(fields, length, atLeast(least, mostBytes))) return fields
    const entries = Object.entries(fields).map(([name, value]) => [name, cutValue(value, length, least)])
    return Object.fromEntries(entries) as Fields
  }
  const { og, social, article, structuredData, contentQuality, ...rest } = metadata
  const cut: PageMetadata = {
    ...cutFields(rest, MAX_VALUE),
    og: cutFields(og, MAX_VALUE),
    social: cutFields(social, MAX_VALUE),
    article: cutFields(article, MAX_VALUE),
    structuredData: cutFields(structuredData, Math.min(maxLength, MAX_STRUCTURED), MIN_LENGTH),
    contentQuality,
  }
  return isCut ? { metadata: cut, isCut } : { metadata, isCut }
}
