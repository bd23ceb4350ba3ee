import { type ReadDocument, Unreadable } from '../../content/sandbox-toolkit.ts'
import { readFigures } from '../drawingml/figures.ts'
import { createNotes } from '../html-writer/notes.ts'
import { TextLimit } from '../html-writer/text-limit.ts'
import { withoutTypewriter } from '../html-writer/without-typewriter.ts'
import { isMonospaced } from '../office/code-names.ts'
import { coreProperties, countOf } from '../opc/core-properties.ts'
import { openPackage, type Package } from '../opc/open-package.ts'
import { parsePart } from '../opc/parse-part.ts'
import { type Relation, relationsOf, targetOf } from '../opc/relationships.ts'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-tree.ts'
import { createBlockReader, innerHtmlOf } from './blocks.ts'
import { readChunks } from './chunks.ts'
import type { Context } from './context.ts'
import { createLanguageCount } from './language.ts'
import { readNumbering } from './numbering.ts'
import { readStyles } from './styles.ts'

/** Reads a Word document (DOCX, DOCM, DOTX). */
export const read: ReadDocument = async (bytes) => {
  const parts = await openPackage(bytes)
  const name = targetOf(await relationsOf(parts, ''), 'officeDocument') ?? 'word/document.xml'
  const source = await parts.text(name)
  if (source === undefined) throw noText()

  const relations = await relationsOf(parts, name)
  const related = (type: string) => parts.xml(targetOf(relations, type) ?? `word/${type}.xml`)
  const [styles, numbering] = [await related('styles'), await related('numbering')]
  const figures = await readFigures(parts, relations)
  const languages = createLanguageCount()
  let limit = new TextLimit(bytes.length)
  const html = await withoutTypewriter(isMonospaced, async (isCodeFont) => {
    limit = new TextLimit(bytes.length)
    const chunks = await readChunks(parts, relations, limit)
    const context: Context = {
      styles: readStyles(styles, isCodeFont),
      numbering: readNumbering(numbering),
      notes: createNotes(),
      relations,
      figures: new Map(figures),
      chunks,
      fields: [],
      isCodeFont,
    }
    const blocks = createBlockReader(context)
    const root = parsePart(source, 'w:body', (element) => {
      if (limit.isReached) return
      languages.read(element)
      blocks.read(element)
      limit.take(blocks.takenLength())
    })
    if (!childOf(root, 'w:body')) throw noText()
    return `${blocks.end()}\n${await readNotes(parts, relations, context, limit)}`.trim()
  })
  const properties = await coreProperties(parts)
  return {
    ...properties,
    html,
    language: properties.language ?? languages.most(readStyles(styles, isMonospaced).language),
    pageCount: await countOf(parts, 'Pages'),
    warnings: limit.warnings,
  }
}

const noText = () => new Unreadable('damaged', 'The Word document has no text part')

/** Reads footnotes and endnotes in the order in which the text refers to them. */
const readNotes = async (
  parts: Package,
  relations: ReadonlyMap<string, Relation>,
  context: Context,
  limit: TextLimit,
): Promise<string> => {
  const found = new Map<string, { note: XmlElement; context: Context }>()
  for (const kind of ['footnote', 'endnote']) {
    const name = targetOf(relations, `${kind}s`) ?? `word/${kind}s.xml`
    const root = await parts.xml(name)
    if (!root) continue
    const own = { ...context, relations: await relationsOf(parts, name), fields: [] }
    for (const note of childrenOf(root, `w:${kind}`)) {
      found.set(`${kind} ${note.attributes['w:id']}`, { note, context: own })
    }
  }
  return context.notes.write((id) => {
    const entry = found.get(id)
    const html = entry && !limit.isReached ? innerHtmlOf(entry.note, entry.context) : ''
    return limit.take(html.length) ? html : ''
  })
}
