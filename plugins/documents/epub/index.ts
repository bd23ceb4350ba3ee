import { type ReadDocument, Unreadable } from '../../content/sandbox-toolkit.ts'
import { escape, isBlank, tag, withoutTags } from '../html-writer/markup.ts'
import { TextLimit } from '../html-writer/text-limit.ts'
import { isoDate, languageTag, noProperties, type Properties, textOf } from '../opc/core-properties.ts'
import { encrypted } from '../opc/encrypted.ts'
import { decodeXml, openPackage, type Package } from '../opc/open-package.ts'
import { resolvePart } from '../opc/relationships.ts'
import { childOf, childrenOf, elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import { chapterHtml } from './chapter.ts'
import { readContents } from './contents.ts'
import { type BookItem, fileOf } from './item.ts'

/** Reads a book (EPUB 2 and 3): a section for each chapter, in reading order. */
export const read: ReadDocument = async (bytes) => {
  const parts = await openPackage(bytes)
  await refuseProtected(parts)
  const name = await packageName(parts)
  const root = await parts.xml(name)
  if (!root) throw new Unreadable('damaged', 'The book has no list of its files')
  const items = itemsOf(root, name)
  const chapters = spineOf(root, items)
  const titles = await readContents(parts, root, items)

  const numbers = new Map(chapters.map((chapter, index) => [chapter.name, index + 1]))
  const limit = new TextLimit(bytes.length)
  const sections: string[] = []
  for (const [index, chapter] of chapters.entries()) {
    const source = await parts.bytes(chapter.name)
    if (source === undefined) continue
    const html = chapterHtml(decodeXml(source), chapter.name, numbers)
    if (isBlank(html)) continue
    const title = titles.get(chapter.name)
    const heading = title === undefined || /<h[1-6]\b/.test(html) ? '' : `${tag('h2', escape(title))}\n`
    const section = tag('section', `\n${heading}${html}\n`, { id: `chapter${index + 1}` })
    if (!limit.take(section.length)) break
    sections.push(section)
  }
  const html = sections.join('\n')
  return { ...propertiesOf(root), html, warnings: limit.warnings }
}

const packageName = async (parts: Package): Promise<string> => {
  const container = await parts.xml('META-INF/container.xml')
  const files = container && childOf(container, 'rootfiles')
  const named = (files && childOf(files, 'rootfile'))?.attributes['full-path']
  const found = named ?? parts.names.find((each) => each.endsWith('.opf'))
  if (found === undefined) throw new Unreadable('damaged', 'The book does not say which of its files is its list')
  return found
}

/** Ways of encryption that concern only fonts. An encrypted chapter can be read only by the seller's software. */
const harmless = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])

const refuseProtected = async (parts: Package): Promise<void> => {
  const root = await parts.xml('META-INF/encryption.xml')
  if (root && isProtected(root)) throw encrypted()
}

const isProtected = (element: XmlElement): boolean => {
  const { Algorithm } = element.attributes
  if (element.name.endsWith('EncryptionMethod') && Algorithm !== undefined && !harmless.has(Algorithm)) return true
  return elementsOf(element).some(isProtected)
}

const itemsOf = (root: XmlElement, name: string): Map<string, BookItem> => {
  const manifest = childOf(root, 'manifest')
  const items = new Map<string, BookItem>()
  for (const { attributes } of manifest ? childrenOf(manifest, 'item') : []) {
    items.set(attributes.id ?? '', {
      name: fileOf(resolvePart(name, attributes.href ?? '')),
      isText: /html|xml$/.test(attributes['media-type'] ?? ''),
      isContents: /(^|\s)nav(\s|$)/.test(attributes.properties ?? ''),
    })
  }
  return items
}

/**
 * The chapters in reading order. Non-linear ones, such as notes, come last. The table of contents is left out, as it
 * only repeats the titles.
 */
const spineOf = (root: XmlElement, items: ReadonlyMap<string, BookItem>): BookItem[] => {
  const spine = childOf(root, 'spine')
  const references = spine ? childrenOf(spine, 'itemref') : []
  const isBeside = ({ attributes }: XmlElement) => attributes.linear === 'no'
  const chapters = new Set<BookItem>()
  for (const { attributes } of [...references.filter((each) => !isBeside(each)), ...references.filter(isBeside)]) {
    const item = items.get(attributes.idref ?? '')
    // A chapter that is listed twice is read once.
    if (item?.isText && !item.isContents) chapters.add(item)
  }
  return [...chapters]
}

const propertiesOf = (root: XmlElement): Properties => {
  const metadata = childOf(root, 'metadata')
  if (!metadata) return noProperties
  const authors = childrenOf(metadata, 'dc:creator').map((each) => xmlText(each).trim())
  const modified = childrenOf(metadata, 'meta').find(({ attributes }) => attributes.property === 'dcterms:modified')
  return {
    title: textOf(metadata, 'dc:title'),
    author: authors.filter((each) => each !== '').join(', ') || null,
    description: withoutTags(textOf(metadata, 'dc:description') ?? '').trim() || null,
    language: languageTag(textOf(metadata, 'dc:language')),
    created: isoDate(textOf(metadata, 'dc:date')),
    modified: isoDate(modified ? xmlText(modified) : null),
  }
}
