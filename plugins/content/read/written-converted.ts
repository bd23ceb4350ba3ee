import { dataFormats, textFormats } from 'weirjs/schemas/formats'
import { JsonText } from 'weirjs/toolkit'
import type { Converted } from '../converted.ts'

/**
 * What was converted, as threads hand it over: an object of texts, that of data as JSON. Objects and lists are
 * slow to hand over, and to write; without them the engine copies no text.
 */
export type WrittenConverted = Partial<Record<(typeof textFormats | typeof dataFormats)[number], string>> & {
  /** Long texts of the rest, which would take time as JSON. */
  excerptText?: string
  linkedPages?: string
  /** All else, as JSON. */
  rest: string
}

export function writeConverted(converted: Converted): WrittenConverted {
  const { ofSite, excerpt, pageLinks, ...rest } = converted
  const texts: Omit<WrittenConverted, 'rest'> = {}
  for (const format of textFormats) {
    if (converted[format] !== undefined) texts[format] = converted[format]
    delete rest[format]
  }
  for (const format of dataFormats) {
    if (converted[format] !== undefined) texts[format] = JSON.stringify(converted[format])
    delete rest[format]
  }
  if (excerpt) texts.excerptText = excerpt.text
  if (pageLinks) texts.linkedPages = pageLinks.pages
  const short: Converted = {
    ...rest,
    excerpt: excerpt && { ...excerpt, text: '' },
    pageLinks: pageLinks && { ...pageLinks, pages: '' },
  }
  return { ...texts, rest: JSON.stringify({ ...short, ofSite: ofSite && { ...ofSite, texts: [...ofSite.texts] } }) }
}

/** What is data is of the class JsonText. */
export function readWritten({ rest, excerptText = '', linkedPages = '', ...texts }: WrittenConverted): Converted {
  const converted: Converted = { ...JSON.parse(rest), ...texts }
  for (const format of dataFormats) if (texts[format] !== undefined) converted[format] = new JsonText(texts[format])
  const { ofSite, excerpt, pageLinks } = converted
  if (excerpt) excerpt.text = excerptText
  if (pageLinks) pageLinks.pages = linkedPages
  if (ofSite) converted.ofSite = { ...ofSite, texts: Int32Array.from(ofSite.texts) }
  return converted
}
