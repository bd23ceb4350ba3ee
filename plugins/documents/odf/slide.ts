import { isBlank, tag } from '../html-writer/markup.ts'
import { childOf, elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import { htmlOf, innerHtmlOf } from './blocks.ts'
import type { OdfContext } from './inline.ts'

/** Frames that are the same on every slide. */
const onEverySlide = new Set(['page-number', 'date-time', 'footer', 'header', 'page', 'handout'])

/** The content of a slide. */
export interface Slide {
  html: string
  title: string | null
}

/** Converts a slide to a section: its title as heading, its content and its notes. */
export const slideOf = (page: XmlElement, index: number, context: OdfContext): Slide => {
  const shapes = elementsOf(page).filter(({ attributes }) => !onEverySlide.has(attributes['presentation:class'] ?? ''))
  const titled = shapes.find(({ attributes }) => attributes['presentation:class'] === 'title')
  const title = titled
    ? innerHtmlOf(titled, context)
        .replace(/<\/?(?:p|h\d|strong)>/g, '')
        .replaceAll('<br>', ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : ''
  const rest = shapes.filter((shape) => shape !== titled && !/^(presentation|anim|svg):/.test(shape.name))
  const html = rest
    .map((shape) => htmlOf({ name: 'page', attributes: {}, children: [shape] }, context))
    .filter((part) => !isBlank(part))
    .join('\n')
  const parts = [tag('h2', title === '' ? `Slide ${index + 1}` : title), html]
  const notes = childOf(page, 'presentation:notes')
  const spoken = notes ? notesOf(notes, context) : ''
  if (!isBlank(spoken)) parts.push(tag('h3', 'Notes'), spoken)
  return {
    html: tag('section', parts.filter((part) => part !== '').join('\n'), { id: `slide${index + 1}` }),
    title: titled && title !== '' ? xmlText(titled).replace(/\s+/g, ' ').trim() : null,
  }
}

const notesOf = (notes: XmlElement, context: OdfContext): string =>
  elementsOf(notes)
    .filter(
      ({ name, attributes }) => name === 'draw:frame' && !onEverySlide.has(attributes['presentation:class'] ?? ''),
    )
    .map((frame) => htmlOf({ name: 'notes', attributes: {}, children: [frame] }, context))
    .join('\n')
