import { isoDate, languageTag, noProperties, type Properties, textOf } from '../opc/core-properties.ts'
import type { Package } from '../opc/open-package.ts'
import { childOf } from '../xml/xml-tree.ts'

/** Reads the properties of an OpenDocument file. Source: OpenDocument 1.3, part 3, section 4. */
export async function odfProperties(parts: Package): Promise<Properties & { pageCount: number | null }> {
  const root = await parts.xml('meta.xml')
  const meta = root && childOf(root, 'office:meta')
  if (!meta) return { ...noProperties, pageCount: null }
  const pages = Number(childOf(meta, 'meta:document-statistic')?.attributes['meta:page-count'])
  return {
    title: textOf(meta, 'dc:title'),
    author: textOf(meta, 'meta:initial-creator') ?? textOf(meta, 'dc:creator'),
    description: textOf(meta, 'dc:description') ?? textOf(meta, 'dc:subject'),
    language: languageTag(textOf(meta, 'dc:language')),
    created: isoDate(textOf(meta, 'meta:creation-date')),
    modified: isoDate(textOf(meta, 'dc:date')),
    pageCount: pages > 0 ? pages : null,
  }
}
