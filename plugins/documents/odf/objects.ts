import { escape, tag } from '../html-writer/markup.ts'
import { createNotes } from '../html-writer/notes.ts'
import type { Package } from '../opc/open-package.ts'
import { childOf, elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import { htmlOf } from './blocks.ts'
import type { EmbeddedObject } from './inline.ts'
import type { Repeats } from './repeats.ts'
import { readOdfStyles } from './styles.ts'
import { tableOf } from './table.ts'

/** Maximum of embedded objects that are read. */
const MAX_OBJECTS = 1_000

/** Reads the formulas and charts, each of which is a folder of the archive. */
export async function readObjects(parts: Package, repeats: Repeats): Promise<ReadonlyMap<string, EmbeddedObject>> {
  const objects = new Map<string, EmbeddedObject>()
  const names = parts.names.filter((name) => /^[^/]+\/content\.xml$/.test(name)).slice(0, MAX_OBJECTS)
  for (const name of names) {
    const root = await parts.xml(name)
    const object = root && objectOf(root, repeats)
    if (object) objects.set(name.slice(0, -'/content.xml'.length), object)
  }
  return objects
}

const objectOf = (root: XmlElement, repeats: Repeats): EmbeddedObject | undefined => {
  if (root.name === 'math:math') return { html: mathMl(root), isFormula: true }
  const body = childOf(root, 'office:body')
  const holder = body && childOf(body, 'office:chart')
  const chart = holder && childOf(holder, 'chart:chart')
  const table = chart && childOf(chart, 'table:table')
  if (!table) return undefined
  const context = {
    styles: readOdfStyles([root], () => false),
    notes: createNotes(),
    noteBodies: new Map(),
    objects: new Map(),
    lists: new Map(),
    repeats,
  }
  const title = childOf(chart, 'chart:title')
  const caption = title ? tag('p', escape(xmlText(title).trim())) : ''
  return { html: caption + tableOf(table, context, htmlOf), isFormula: false }
}

/** MathML for HTML: without prefixes, and without the annotation in the program's own language. */
const mathMl = (element: XmlElement): string => {
  const name = element.name.replace(/^math:/, '')
  if (name === 'annotation') return ''
  const inner = element.children
    .map((child) => (typeof child === 'string' ? escape(child.trim()) : mathMl(child)))
    .join('')
  return name === 'semantics' && elementsOf(element).length > 0
    ? inner
    : tag(name, inner, { display: element.attributes.display })
}
