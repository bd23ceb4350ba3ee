import { valueOf } from 'weirjs'
import { dataFormats } from 'weirjs/schemas'
import { createContent } from '../../../plugins/content/content.ts'
import type { Content, Converted } from '../../../plugins/content/service.ts'
import { readers } from '../../../plugins/documents/readers.ts'

/** Content with Weir's own readers. */
export const content = createContent(Object.values(readers))

/** Converts a page or document into the requested formats, and parses data. */
export async function convert(...given: Parameters<Content['convert']>): Promise<Converted> {
  const converted = await content.convert(...given)
  const data = dataFormats.filter((format) => converted[format] !== undefined)
  return { ...converted, ...Object.fromEntries(data.map((format) => [format, valueOf(converted[format])])) }
}
