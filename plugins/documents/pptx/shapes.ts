import { pictureOf } from '../drawingml/picture.ts'
import { isBlank, tag } from '../html-writer/markup.ts'
import { childOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts'
import { placeholderOf } from './bullets.ts'
import type { SlideContext } from './slide-context.ts'
import { tableOf } from './table.ts'
import { clickOf, readText, titleOf } from './text.ts'

/** The content of a slide. */
export interface Shapes {
  /** Inline HTML. */
  titleHtml: string
  html: string
}

/** Placeholders that are the same on every slide, or never shown. */
const onEverySlide = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg'])

/** Reads the shapes of a slide in the order in which a screen reader would. */
export function readShapes(tree: XmlElement | undefined, context: SlideContext): Shapes {
  const parts: string[] = []
  let titleHtml = ''
  const visit = (parent: XmlElement) => {
    for (const shape of elementsOf(parent)) {
      const placeholder = placeholderOf(shape)
      if (placeholder && onEverySlide.has(placeholder.type)) continue
      if (shape.name === 'p:grpSp') visit(shape)
      else if (shape.name === 'mc:AlternateContent') visit(choiceOf(shape))
      else if (shape.name === 'p:pic') parts.push(pictureIn(shape, context))
      else if (shape.name === 'p:graphicFrame') parts.push(frameOf(shape, context))
      else if (shape.name === 'p:sp') {
        const body = childOf(shape, 'p:txBody')
        if (!body) continue
        const isTitle = placeholder?.type === 'title' || placeholder?.type === 'ctrTitle'
        if (isTitle && titleHtml === '') titleHtml = titleOf(body, context)
        else parts.push(readText(body, placeholder, { ...context, href: clickOf(aboutOf(shape), context) }))
      }
    }
  }
  if (tree) visit(tree)
  return { titleHtml, html: parts.filter((part) => !isBlank(part)).join('\n') }
}

const choiceOf = (alternate: XmlElement): XmlElement =>
  childOf(alternate, 'mc:Choice') ?? childOf(alternate, 'mc:Fallback') ?? alternate

const pictureIn = (picture: XmlElement, context: SlideContext): string => {
  const about = aboutOf(picture)
  const { descr, title } = about?.attributes ?? {}
  const fill = childOf(picture, 'p:blipFill')
  const blip = (fill && childOf(fill, 'a:blip'))?.attributes ?? {}
  const html = pictureOf(descr || title, context.relations.get(blip['r:link'] ?? blip['r:embed'] ?? '')?.target)
  const href = clickOf(about, context)
  return href === undefined || html === '' ? html : tag('a', html, { href })
}

/** The non-visual properties of a shape or picture. */
const aboutOf = (shape: XmlElement): XmlElement | undefined => {
  const properties = childOf(shape, 'p:nvSpPr', 'p:nvPicPr')
  return properties && childOf(properties, 'p:cNvPr')
}

/** Reads a table, a chart or a diagram. */
const frameOf = (frame: XmlElement, context: SlideContext): string => {
  const graphic = childOf(frame, 'a:graphic')
  const data = graphic && childOf(graphic, 'a:graphicData')
  for (const child of data ? elementsOf(data) : []) {
    if (child.name === 'a:tbl') return tableOf(child, context)
    const target = context.relations.get(child.attributes['r:id'] ?? child.attributes['r:dm'] ?? '')?.target ?? ''
    const figure = context.figures.get(target)
    context.figures.delete(target)
    if (figure !== undefined) return figure
  }
  return ''
}

/** The language of the first text that declares one. */
export const languageOf = (root: XmlElement): string | null => {
  for (const child of elementsOf(root)) {
    const own = child.name === 'a:rPr' ? child.attributes.lang : undefined
    const found = own && /^[a-z]{2,3}(-[\w-]+)?$/i.test(own) ? own : languageOf(child)
    if (found !== null) return found
  }
  return null
}
