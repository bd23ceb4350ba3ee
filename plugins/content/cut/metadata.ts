import type { PageMetadata } from 'weirjs/schemas'
import { cutData, fits, type Measure } from './data.ts'
import { jsonLength, MAX_BYTES } from './json-length.ts'

/** The most bytes of JSON of one value, such as a title, a description, or all feeds. */
const MAX_VALUE = 64 * 1024
/**
 * The most bytes of JSON of one syntax of structured data. The server receives it from the thread as objects: two
 * syntaxes with nothing but names blocked it for 70 ms.
 */
const MAX_STRUCTURED = 1024 * 1024
/**
 * The minimum bytes counted for one of its texts: transferring 100,000 short texts takes as long as some long ones.
 */
const MIN_LENGTH = 32

/** An upper bound of a text's bytes: nearly all metadata fits even by this, so that no text has to be read. */
const mostBytes = (text: string) => text.length * MAX_BYTES

const atLeast =
  (least: number, measure: Measure): Measure =>
  (text) =>
    Math.max(least, measure(text))

/** Cuts each value of the metadata; the result is so small that it need not count among the formats. */
export function cutMetadata(metadata: PageMetadata, maxLength: number): { metadata: PageMetadata; isCut: boolean } {
  let isCut = false
  const cutValue = (value: unknown, length: number, least: number): unknown => {
    const cut = cutData(value, length, atLeast(least, jsonLength))
    isCut ||= cut.isCut
    return cut.data
  }
  /** Keeps all fields of a record that the schema defines. */
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
