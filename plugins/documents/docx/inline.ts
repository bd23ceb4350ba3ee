import { mathOf, mathText } from '../drawingml/office-math.ts'
import { pictureOf } from '../drawingml/picture.ts'
import { escape, linkOf, MAX_LINK } from '../html-writer/markup.ts'
import { lineBreak, type Marks, type Run } from '../html-writer/runs.ts'
import { fieldLink } from '../office/field-link.ts'
import { symbolOf } from '../office/symbols.ts'
import { childOf, childrenOf, elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import type { Context, Field } from './context.ts'
import { formFieldText } from './form-field.ts'
import type { Style } from './styles.ts'
import { isOn, valueOf } from './values.ts'

/** The content of a paragraph. */
export interface Inline {
  runs: Run[]
  /** Text boxes, and the HTML of charts and diagrams. Their blocks follow the paragraph. */
  boxes: (XmlElement | string)[]
}

/** Containers that do not change the runs in them. */
const transparent = new Set([
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:customXml',
  'w:sdt',
  'w:sdtContent',
  'w:bdo',
  'w:dir',
  'w:ruby',
  'w:rubyBase',
])

/** Reads the content of a paragraph. Tracked insertions are included, deletions are not. */
export function readInline(paragraph: XmlElement, style: Style, context: Context): Inline {
  const inline: Inline = { runs: [], boxes: [] }
  walk(paragraph, marksOfStyle(style), inline, context)
  return inline
}

const marksOfStyle = ({ bold, italic, strike, role, heading }: Style): Marks => ({
  ...(bold && heading === undefined && { bold }),
  ...(italic && role !== 'quote' && heading === undefined && { italic }),
  ...(strike && { strike }),
  ...(role === 'code' && { code: true }),
})

const walk = (parent: XmlElement, marks: Marks, inline: Inline, context: Context) => {
  for (const child of elementsOf(parent)) {
    if (child.name === 'w:r') readRun(child, marks, inline, context)
    else if (transparent.has(child.name)) walk(child, marks, inline, context)
    else if (child.name === 'w:hyperlink') walk(child, linked(marks, hrefOf(child, context)), inline, context)
    else if (child.name === 'w:fldSimple') {
      walk(child, linked(marks, fieldLink(child.attributes['w:instr'] ?? '')), inline, context)
    } else if (child.name === 'm:oMath') push(inline, {}, mathOf(child, false), mathText(child))
    else if (child.name === 'm:oMathPara') {
      for (const each of childrenOf(child, 'm:oMath')) push(inline, {}, mathOf(each, true), mathText(each))
    } else if (child.name === 'mc:AlternateContent') walk(choiceOf(child), marks, inline, context)
  }
}

const linked = (marks: Marks, href: string | undefined): Marks => (href === undefined ? marks : { ...marks, href })

const hrefOf = (link: XmlElement, { relations }: Context): string | undefined => {
  const relation = relations.get(link.attributes['r:id'] ?? '')
  if (!relation?.isExternal || relation.target.length > MAX_LINK) return undefined
  const anchor = link.attributes['w:anchor']
  return linkOf(anchor && !relation.target.includes('#') ? `${relation.target}#${anchor}` : relation.target)
}

const push = ({ runs }: Inline, marks: Marks, html: string, text: string) => runs.push({ html, text, marks })

const readRun = (run: XmlElement, outer: Marks, inline: Inline, context: Context) => {
  const properties = childOf(run, 'w:rPr')
  const style = properties && context.styles.of(valueOf(childOf(properties, 'w:rStyle')))
  const marks = properties ? marksOf(properties, style, outer, context) : outer
  if (marks === undefined) {
    // A field ends although its mark is hidden. Otherwise the text that follows would be taken for its instruction.
    for (const child of childrenOf(run, 'w:fldChar')) readField(child, context)
    return
  }
  for (const child of elementsOf(run)) readPart(child, marks, inline, context)
}

/** The marks of a run; undefined if its text is hidden. */
const marksOf = (
  properties: XmlElement,
  style: Style | undefined,
  outer: Marks,
  { isCodeFont }: Context,
): Marks | undefined => {
  const on = (name: string) => isOn(childOf(properties, name))
  if (on('w:vanish') ?? style?.hidden) return undefined
  const align = valueOf(childOf(properties, 'w:vertAlign')) ?? shiftOf(properties)
  const font = childOf(properties, 'w:rFonts')?.attributes['w:ascii'] ?? ''
  return {
    ...outer,
    bold: on('w:b') ?? style?.bold ?? outer.bold,
    italic: on('w:i') ?? style?.italic ?? outer.italic,
    strike: on('w:strike') ?? on('w:dstrike') ?? style?.strike ?? outer.strike,
    code: outer.code || style?.role === 'code' || isCodeFont(font),
    ...(align === 'superscript' && { script: 'sup' as const }),
    ...(align === 'subscript' && { script: 'sub' as const }),
  }
}

/** Superscript or subscript that was made by position instead of by its own property. */
const shiftOf = (properties: XmlElement): string | undefined => {
  const shift = Number(valueOf(childOf(properties, 'w:position')) ?? 0)
  if (!shift || !childOf(properties, 'w:sz')) return undefined
  return shift > 0 ? 'superscript' : 'subscript'
}

const readPart = (part: XmlElement, marks: Marks, inline: Inline, context: Context) => {
  const field = context.fields.at(-1)
  const isShown = field?.isShown ?? true
  if (part.name === 'w:fldChar') {
    const shown = isShown ? formFieldText(part) : ''
    if (shown !== '') push(inline, marks, escape(shown), shown)
    return readField(part, context)
  }
  if (part.name === 'w:instrText') {
    if (field && !field.isResult) field.code += xmlText(part)
    return
  }
  if (!isShown) return
  const own = linked(marks, field?.href)
  switch (part.name) {
    case 'w:t':
      return push(inline, own, escape(xmlText(part)), xmlText(part))
    case 'w:tab':
    case 'w:ptab':
      return push(inline, own, marks.code ? '\t' : ' ', '\t')
    case 'w:br':
    case 'w:cr':
      return breakLine(inline.runs, own, /page|column/.test(part.attributes['w:type'] ?? ''))
    case 'w:noBreakHyphen':
      return push(inline, own, '‑', '‑')
    case 'w:sym': {
      const symbol = symbolOf(part.attributes['w:font'] ?? '', part.attributes['w:char'] ?? '')
      return push(inline, own, symbol, symbol)
    }
    case 'w:footnoteReference':
      return push(inline, {}, context.notes.mark(`footnote ${part.attributes['w:id']}`), '')
    case 'w:endnoteReference':
      return push(inline, {}, context.notes.mark(`endnote ${part.attributes['w:id']}`), '')
    case 'w:ruby':
      return walk(part, own, inline, context)
    case 'w:drawing':
    case 'w:pict':
    case 'w:object':
      return readFigure(part, own, inline, context)
    case 'mc:AlternateContent':
      for (const child of elementsOf(choiceOf(part))) readPart(child, marks, inline, context)
  }
}

/**
 * Adds a line break. A page or column break only separates words, and does not break a line of code.
 */
const breakLine = (runs: Run[], marks: Marks, isOfPage: boolean) => {
  const last = runs.at(-1)
  if (last?.html !== '<br>') runs.push(isOfPage ? { ...lineBreak(marks), text: '' } : lineBreak(marks))
  else if (last.text === '') runs[runs.length - 1] = isOfPage ? last : lineBreak(marks)
  else if (!isOfPage) runs.push(lineBreak(marks))
}

/** The alternative for newer programs, or the fallback if that is empty. */
const choiceOf = (alternate: XmlElement): XmlElement => {
  const choice = childOf(alternate, 'mc:Choice')
  return choice && choice.children.length > 0 ? choice : (childOf(alternate, 'mc:Fallback') ?? alternate)
}

const readField = ({ attributes }: XmlElement, { fields }: Context) => {
  const type = attributes['w:fldCharType']
  if (type === 'begin') fields.push({ code: '', isResult: false, isShown: false })
  else if (type === 'end') fields.pop()
  else beginResult(fields.at(-1), fields.at(-2))
}

/** Reads the instruction of a field once, as its result may have any number of parts. */
const beginResult = (field: Field | undefined, around: Field | undefined) => {
  if (field === undefined || field.isResult) return
  field.isResult = true
  field.isShown = (around?.isShown ?? true) && !/^\s*TOC\b/i.test(field.code)
  field.href = around?.href ?? fieldLink(field.code)
}

/** Reads a picture (by its description), a text box, a chart or a diagram. */
const readFigure = (figure: XmlElement, marks: Marks, inline: Inline, context: Context) => {
  let described: string | undefined
  let source: string | undefined
  let href: string | undefined
  const visit = (element: XmlElement) => {
    const { name, attributes } = element
    if (name === 'w:txbxContent') return inline.boxes.push(element)
    if (name === 'm:oMath') return push(inline, {}, mathOf(element, false), mathText(element))
    if (name === 'wp:docPr' || name === 'pic:cNvPr') described ||= attributes.descr || attributes.title
    else if (name === 'a:hlinkClick') href ??= hrefOf(element, context)
    else if (name === 'v:shape' || name === 'v:imagedata') described ||= attributes.alt || attributes['o:title']
    else if (name === 'v:textpath') push(inline, marks, escape(attributes.string ?? ''), attributes.string ?? '')
    else if (name === 'a:blip') {
      source ??= context.relations.get(attributes['r:link'] ?? attributes['r:embed'] ?? '')?.target
    } else if (name === 'c:chart' || name === 'dgm:relIds') {
      const target = context.relations.get(attributes['r:id'] ?? attributes['r:dm'] ?? '')?.target ?? ''
      const figured = context.figures.get(target)
      context.figures.delete(target)
      if (figured !== undefined) inline.boxes.push(figured)
    }
    const inside = name === 'mc:AlternateContent' ? choiceOf(element) : element
    for (const child of elementsOf(inside)) visit(child)
  }
  visit(figure)
  push(inline, linked(marks, href), pictureOf(described, source), '')
}
