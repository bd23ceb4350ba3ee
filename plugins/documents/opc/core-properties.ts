import type { DocumentModel } from '../../content/sandbox-toolkit.ts'
import { childOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import type { Package } from './open-package.ts'
import { relationsOf, targetOf } from './relationships.ts'

/** The properties of a document. */
export type Properties = Pick<DocumentModel, 'title' | 'author' | 'description' | 'language' | 'created' | 'modified'>

/** The properties of a document that declares none. */
export const noProperties: Properties = {
  title: null,
  author: null,
  description: null,
  language: null,
  created: null,
  modified: null,
}

/** Reads the core properties of an Office Open XML document. Source: ISO/IEC 29500-2, section 10. */
export async function coreProperties(parts: Package): Promise<Properties> {
  const root = await parts.xml(targetOf(await relationsOf(parts, ''), 'core-properties') ?? 'docProps/core.xml')
  if (root === undefined) return noProperties
  return {
    title: textOf(root, 'dc:title'),
    author: textOf(root, 'dc:creator') ?? textOf(root, 'cp:lastModifiedBy'),
    description: textOf(root, 'dc:description') ?? textOf(root, 'dc:subject'),
    language: languageTag(textOf(root, 'dc:language')),
    created: isoDate(textOf(root, 'dcterms:created')),
    modified: isoDate(textOf(root, 'dcterms:modified')),
  }
}

/** A number in the extended properties, such as `Pages`. */
export async function countOf(parts: Package, name: string): Promise<number | null> {
  const root = await parts.xml(targetOf(await relationsOf(parts, ''), 'extended-properties') ?? 'docProps/app.xml')
  const count = Number(root && textOf(root, name))
  return Number.isInteger(count) && count > 0 ? count : null
}

/** The trimmed text of a child; null if there is none. */
export const textOf = (parent: XmlElement, name: string): string | null => {
  const child = childOf(parent, name)
  return (child && xmlText(child).replace(/\s+/g, ' ').trim()) || null
}

/** A language tag if it is valid, as some programs write a locale instead. Source: BCP 47. */
export const languageTag = (written: string | null): string | null =>
  written !== null && /^[a-z]{2,3}(-[\da-z]{1,8})*$/i.test(written) ? written : null

/**
 * A date if it is valid. OpenDocument writes nine decimals of a second, and local times without a zone.
 */
export const isoDate = (written: string | null): string | null => {
  if (written === null) return null
  const found = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(written.trim())
  if (!found || Number.isNaN(Date.parse(found[1]!)) || found[1]! < '1971') return null
  return found[2] === undefined ? found[1]! : `${found[1]}T${found[2]}${found[3] ?? ''}`
}
