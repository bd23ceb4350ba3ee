import {
  addressesIn,
  answer,
  decode,
  fenced,
  preformatted,
  type ReadOnThread,
  unreadable,
} from '../../content/toolkit.ts'
import { childOf, parseXml, type XmlElement, type XmlRefusal, xmlText } from '../xml/xml-tree.ts'
import { xmlData } from './xml-data.ts'

const refusals: Readonly<Record<XmlRefusal, string>> = {
  doctype: 'The document has a DOCTYPE with declarations of its own, which are not accepted',
  too_large: 'The document has more than 16 million characters or 500,000 elements',
  too_deep: 'The document nests deeper than 64 levels',
  no_element: 'The document is served as XML and has no element',
}

/** Parses an XML document and returns its root. Throws ApiError `scraping_failed` if it is refused. */
const rootOf = (text: string): XmlElement => {
  const root = parseXml(text)
  if ('refused' in root) throw unreadable(root.refused, refusals[root.refused])
  return root
}

/** Reads any XML, as text and as data. */
export const read: ReadOnThread = async (source, options) => {
  const { text: raw } = decode(source.body, source.headers.get('content-type'))
  const root = rootOf(raw)
  const title = childOf(root, 'title', 'name')
  const text = blocksOf(root)
  return answer(source, options, {
    title: (title && xmlText(title).replace(/\s+/g, ' ').trim()) || null,
    language: root.attributes['xml:lang'] ?? null,
    markdown: () => fenced(raw.trim(), 'xml'),
    html: () => preformatted(raw),
    text: () => text,
    rawHtml: () => raw,
    json: () => ({ [root.name]: xmlData(root) }),
    links: () => addressesIn(`${text}\n${attributesOf(root)}`),
    contentSource: 'data',
    quality: { contentType: 'data', codeBlockCount: 1 },
  })
}

/** The text of all elements, each on its own line. */
const blocksOf = (root: XmlElement): string => {
  const lines: string[] = []
  const read = (element: XmlElement) => {
    for (const child of element.children) {
      if (typeof child !== 'string') read(child)
      else if (child.trim() !== '') lines.push(child.replace(/\s+/g, ' ').trim())
    }
  }
  read(root)
  return lines.join('\n')
}

/** Attributes with names of namespaces and schemas, which are URLs but no links. */
const NAMES = /^xmlns(?::|$)|(?:^|:)(?:noNamespaceS|s)chemaLocation$/

/** The values of all attributes, each on its own line. */
const attributesOf = (root: XmlElement): string => {
  const lines: string[] = []
  const read = ({ attributes, children }: XmlElement) => {
    for (const name in attributes) if (!NAMES.test(name)) lines.push(attributes[name]!)
    for (const child of children) if (typeof child !== 'string') read(child)
  }
  read(root)
  return lines.join('\n')
}
