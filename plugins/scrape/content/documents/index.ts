import { ApiError } from 'weirjs'
import type { ParserName } from 'weirjs/schemas'
import { type Converted, type DocumentReader, wants } from '../converted.ts'
import { decode } from '../decode.ts'
import { emptyMetadata } from '../metadata/index.ts'
import { measureText } from '../quality/index.ts'

const ofText = (text: string): Converted => {
  const metadata = emptyMetadata()
  const quality = measureText(text, null)
  Object.assign(metadata.contentQuality, quality, { contentType: 'data' })
  metadata.wordCount = quality.wordCount
  metadata.characterCount = quality.characterCount
  return { metadata, parserName: 'text', contentSource: 'document', rawHtml: text }
}

const readText: DocumentReader = async ({ body, headers }, options) => {
  const { text } = decode(body, headers.get('content-type'))
  const converted = ofText(text)
  if (wants(options, 'markdown')) converted.markdown = text
  if (wants(options, 'text')) converted.text = text
  if (wants(options, 'json')) converted.json = { text }
  if (wants(options, 'structured')) converted.structured = converted.metadata.structuredData
  if (wants(options, 'links')) converted.links = []
  return converted
}

const readJson: DocumentReader = async ({ body, headers }, options) => {
  const { text } = decode(body, headers.get('content-type'))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ApiError(500, 'scraping_failed', 'The page is not valid JSON', { reason: 'unreadable' }, { cause })
  }
  const converted: Converted = { ...ofText(text), parserName: 'json', contentSource: 'data' }
  if (wants(options, 'markdown')) converted.markdown = `\`\`\`json\n${text.trim()}\n\`\`\`\n`
  if (wants(options, 'text')) converted.text = text
  if (wants(options, 'json')) converted.json = value
  if (wants(options, 'structured')) converted.structured = converted.metadata.structuredData
  if (wants(options, 'links')) converted.links = []
  return converted
}

/** How documents that are not HTML are read, by their kind. */
export const readers: Partial<Record<ParserName, DocumentReader>> = { text: readText, json: readJson }
