import { Parser } from 'htmlparser2'
import { decodeXml, type Package } from '../opc/open-package.ts'
import { resolvePart } from '../opc/relationships.ts'
import { childOf, childrenOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import { type BookItem, fileOf } from './item.ts'

/** The titles of chapters by file, from the table of contents of EPUB 3 or EPUB 2. */
export async function readContents(
  parts: Package,
  root: XmlElement,
  items: ReadonlyMap<string, BookItem>,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>()
  const add = (file: string, title: string) => {
    const text = title.replace(/\s+/g, ' ').trim()
    if (text !== '' && !titles.has(file)) titles.set(file, text)
  }
  const nav = [...items.values()].find(({ isContents }) => isContents)
  const source = nav && (await parts.bytes(nav.name))
  if (nav && source) {
    for (const [href, title] of linksOf(decodeXml(source))) add(fileOf(resolvePart(nav.name, href)), title)
  }
  const ncx = items.get(childOf(root, 'spine')?.attributes.toc ?? '')
  const list = ncx && (await parts.xml(ncx.name))
  const map = list && childOf(list, 'navMap')
  if (ncx && map) readPoints(map, ncx.name, add)
  return titles
}

const readPoints = (parent: XmlElement, name: string, add: (file: string, title: string) => void) => {
  for (const point of childrenOf(parent, 'navPoint')) {
    const label = childOf(point, 'navLabel')
    const target = childOf(point, 'content')?.attributes.src
    if (label && target !== undefined) add(fileOf(resolvePart(name, target)), xmlText(label))
    readPoints(point, name, add)
  }
}

/** Maximum nesting of elements, as each tag costs the parser more the deeper it is. The links before are given. */
const MAX_DEPTH = 256

/** The links of a page with their texts. */
const linksOf = (source: string): [string, string][] => {
  const links: [string, string][] = []
  let open = false
  let depth = 0
  const parser = new Parser(
    {
      onopentag: (name, { href }) => {
        if (++depth > MAX_DEPTH) return parser.pause()
        if (name !== 'a') return
        open = href !== undefined
        if (open) links.push([href!, ''])
      },
      ontext: (text) => {
        if (open) links.at(-1)![1] += text
      },
      onclosetag: (name) => {
        depth--
        if (name === 'a') open = false
      },
    },
    { recognizeSelfClosing: true },
  )
  parser.write(source)
  if (depth <= MAX_DEPTH) parser.end()
  return links
}
