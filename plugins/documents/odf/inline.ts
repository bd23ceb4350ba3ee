import { pictureOf } from '../drawingml/picture.ts'
import { escape, linkOf } from '../html-writer/markup.ts'
import type { Notes } from '../html-writer/notes.ts'
import { lineBreak, type Marks, type Run } from '../html-writer/runs.ts'
import { childOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import type { Repeats } from './repeats.ts'
import type { OdfStyles } from './styles.ts'

/** The state needed to read an OpenDocument text. */
export interface OdfContext {
  styles: OdfStyles
  notes: Notes
  /** The bodies of notes, by the id of the reference. */
  noteBodies: Map<string, XmlElement>
  /** Formulas and charts, by folder. A chart that is shown again is left out. */
  objects: Map<string, EmbeddedObject>
  /** Lists that others may continue, by id. The last list is stored without an id too. */
  lists: Map<string, ListChain>
  repeats: Repeats
}

/** Lists that continue the numbering of the one before. */
export interface ListChain {
  name: string
  /** The last number of each level. */
  counts: number[]
}

/** An embedded chart or formula. */
export interface EmbeddedObject {
  html: string
  isFormula: boolean
}

/** The content of a paragraph. */
export interface Inline {
  runs: Run[]
  /** Text boxes, tables and the HTML of charts. Their blocks follow the paragraph. */
  boxes: (XmlElement | string)[]
}

/** Elements that are not part of the text. */
const skipped = new Set([
  'office:annotation',
  'office:annotation-end',
  'text:tracked-changes',
  'text:hidden-text',
  'text:ruby-text',
  'text:page-number',
  'svg:title',
  'svg:desc',
  'office:forms',
  'office:event-listeners',
  'text:script',
])

/** The most spaces that one element can stand for. */
const spaces = ' '.repeat(200)

/** Reads the content of a paragraph or heading. */
export function readInline(paragraph: XmlElement, marks: Marks, context: OdfContext): Inline {
  const inline: Inline = { runs: [], boxes: [] }
  walk(paragraph, marks, inline, context)
  return inline
}

const walk = (parent: XmlElement, marks: Marks, inline: Inline, context: OdfContext) => {
  for (const child of parent.children) {
    if (typeof child === 'string') push(inline, marks, child.replace(/[\t\r\n ]+/g, ' '))
    else if (!skipped.has(child.name)) readElement(child, marks, inline, context)
  }
}

const push = ({ runs }: Inline, marks: Marks, text: string) => runs.push({ html: escape(text), text, marks })

const readElement = (element: XmlElement, marks: Marks, inline: Inline, context: OdfContext) => {
  const { name, attributes } = element
  switch (name) {
    case 'text:s':
      return push(inline, marks, spaces.slice(0, Math.max(1, Number(attributes['text:c']) || 1)))
    case 'text:tab':
      return push(inline, marks, marks.code ? '\t' : ' ')
    case 'text:line-break':
      return inline.runs.push(lineBreak(marks))
    case 'text:span': {
      const style = context.styles.of('text', attributes['text:style-name'])
      if (style.hidden) return
      const code = style.role === 'code' || style.marks.code || marks.code
      return walk(element, { ...marks, ...style.marks, code }, inline, context)
    }
    case 'text:a':
      return walk(element, linked(marks, element), inline, context)
    case 'text:note':
      return readNote(element, inline, context)
    case 'draw:a':
      return readFrame(element, linked(marks, element), inline, context)
    case 'draw:frame':
    case 'draw:g':
      return readFrame(element, marks, inline, context)
    default:
      // A shape of any form may have paragraphs.
      return name.startsWith('draw:') ? inline.boxes.push(element) : walk(element, marks, inline, context)
  }
}

const linked = (marks: Marks, { attributes }: XmlElement): Marks => {
  const href = linkOf(attributes['xlink:href'] ?? '')
  return href === undefined || href.startsWith('#') ? marks : { ...marks, href }
}

const readNote = (note: XmlElement, { runs }: Inline, { notes, noteBodies }: OdfContext) => {
  const body = childOf(note, 'text:note-body')
  if (!body) return
  const id = `note ${noteBodies.size}`
  noteBodies.set(id, body)
  runs.push({ html: notes.mark(id), text: '', marks: {} })
}

/** Reads a picture, a formula, a chart, a text box or a table. */
const readFrame = (frame: XmlElement, marks: Marks, inline: Inline, context: OdfContext) => {
  const described = [childOf(frame, 'svg:desc'), childOf(frame, 'svg:title')].flatMap((each) =>
    each ? xmlText(each) : [],
  )
  for (const child of frame.children) {
    if (typeof child === 'string') continue
    if (child.name === 'draw:text-box' || child.name === 'table:table') inline.boxes.push(child)
    else if (child.name === 'draw:object') {
      const folder = folderOf(child.attributes['xlink:href'] ?? '')
      const object = context.objects.get(folder)
      if (!object) continue
      context.objects.delete(folder)
      if (object.isFormula) inline.runs.push({ html: object.html, text: '', marks: {} })
      else inline.boxes.push(object.html)
      // The rest of the frame is only a picture of the object.
      return
    } else if (child.name === 'draw:image') {
      const part = child.attributes['xlink:href']
      inline.runs.push({
        html: pictureOf(
          described.find((text) => text.trim() !== ''),
          part,
        ),
        text: '',
        marks,
      })
      // Further pictures are the same one in other formats.
      return
    } else if (child.name.startsWith('draw:')) readElement(child, marks, inline, context)
  }
}

const folderOf = (href: string) => href.replace(/^\.\//, '').replace(/\/$/, '')
