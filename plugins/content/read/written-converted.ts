import { dataFormats, textFormats } from 'weirjs/schemas/formats'
import { JsonText } from 'weirjs/toolkit'
import type { Converted } from '../converted.ts'

/**
 * A conversion as threads transfer it: an object of strings, with data as JSON. Objects and lists are slow to
 * transfer and to serialize; without them the engine copies no text.
 */
export type WrittenConverted = Partial<Record<(typeof textFormats | typeof dataFormats)[number], string>> & {
  /** Long texts among the rest, which would be slow as JSON. */
  excerptText?: string
  linkedPages?: string
  /** Everything else, as JSON. */
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

/** Restores a conversion; data is of the class JsonText. */
export function readWritten({ rest, excerptText = '', linkedPages = '', ...texts }: WrittenConverted): Converted {
  const converted: Converted = { ...JSON.parse(rest), ...texts }
  for (const format of dataFormats) if (texts[format] !== undefined) converted[format] = new JsonText(texts[format])
  const { ofSite, excerpt, pageLinks } = converted
  if (excerpt) excerpt.text = excerptText
  if (pageLinks) pageLinks.pages = linkedPages
  if (ofSite) converted.ofSite = { ...ofSite, texts: Int32Array.from(ofSite.texts) }
  return converted
}
