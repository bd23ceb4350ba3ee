import { type ReadDocument, Unreadable } from '../../content/sandbox-toolkit.ts'
import { readFigures } from '../drawingml/figures.ts'
import { isBlank, tag, withoutTags } from '../html-writer/markup.ts'
import { TextLimit } from '../html-writer/text-limit.ts'
import { coreProperties } from '../opc/core-properties.ts'
import { openPackage, type Package } from '../opc/open-package.ts'
import { relationsOf, targetOf } from '../opc/relationships.ts'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-tree.ts'
import { type Bullets, bulletsOf, noBullets } from './bullets.ts'
import { languageOf, readShapes } from './shapes.ts'
import type { SlideContext } from './slide-context.ts'

/** Maximum of slides that are read. */
const MAX_SLIDES = 1_000

/** Reads a PowerPoint presentation (PPTX, PPTM, PPSX): a section for each slide, with its notes. */
export const read: ReadDocument = async (bytes) => {
  const parts = await openPackage(bytes)
  const name = targetOf(await relationsOf(parts, ''), 'officeDocument') ?? 'ppt/presentation.xml'
  const root = await parts.xml(name)
  const list = root && childOf(root, 'p:sldIdLst')
  if (!root) throw new Unreadable('damaged', 'The presentation has no list of slides')
  const relations = await relationsOf(parts, name)
  const ids = (list ? childrenOf(list, 'p:sldId') : []).map(({ attributes }) => attributes['r:id'] ?? '')
  // A slide that is listed twice is read once.
  const targets = [...new Set(ids.flatMap((id) => relations.get(id)?.target ?? []))]

  const limit = new TextLimit(bytes.length)
  if (targets.length > MAX_SLIDES)
    limit.warn(`The presentation has more than ${MAX_SLIDES} slides: the first are given`)
  const layouts = createLayouts(parts)
  const sections: string[] = []
  const read: Slide[] = []
  for (const target of targets.slice(0, MAX_SLIDES)) {
    const slide = await readSlide(parts, target, layouts)
    if (slide === undefined) continue
    const section = htmlOf(slide, read.length)
    if (!limit.take(section.length)) break
    read.push(slide)
    sections.push(section)
  }
  const properties = await coreProperties(parts)
  return {
    ...properties,
    html: sections.join('\n'),
    title: properties.title ?? read[0]?.title ?? null,
    language: properties.language ?? read.find(({ language }) => language !== null)?.language ?? null,
    pageCount: limit.isReached ? targets.length : read.length,
    warnings: limit.warnings,
  }
}

interface Slide {
  title: string | null
  titleHtml: string
  html: string
  notes: string
  language: string | null
}

const htmlOf = ({ titleHtml, html, notes }: Slide, index: number): string => {
  const heading = tag('h2', titleHtml === '' ? `Slide ${index + 1}` : titleHtml)
  const spoken = isBlank(notes) ? '' : `${tag('h3', 'Notes')}\n${notes}`
  return tag('section', [heading, html, spoken].filter((part) => part !== '').join('\n'), { id: `slide${index + 1}` })
}

/** Returns the bullets that slides inherit from a layout and its master. */
type Layouts = (layout: string | undefined) => Promise<Bullets>

/** Reads each layout once. */
const createLayouts = (parts: Package): Layouts => {
  const known = new Map<string, Bullets>()
  return async (layout) => {
    if (layout === undefined) return bulletsOf(undefined, undefined)
    const found = known.get(layout)
    if (found) return found
    const root = await parts.xml(layout)
    const master = targetOf(await relationsOf(parts, layout), 'slideMaster')
    const bullets = bulletsOf(root, master === undefined ? undefined : await parts.xml(master))
    known.set(layout, bullets)
    return bullets
  }
}

/** Reads a slide; undefined if it is hidden. */
const readSlide = async (parts: Package, name: string, bulletsBy: Layouts): Promise<Slide | undefined> => {
  const root = await parts.xml(name)
  if (/^(?:0|false)$/.test(root?.attributes.show ?? '')) return undefined
  const relations = await relationsOf(parts, name)
  const bullets = await bulletsBy(targetOf(relations, 'slideLayout'))
  const figures = await readFigures(parts, relations)
  const context: SlideContext = { relations, figures, bullets }
  const { titleHtml, html } = readShapes(treeOf(root), context)
  return {
    title: titleHtml === '' ? null : plainOf(titleHtml),
    titleHtml,
    html,
    notes: await readNotes(parts, targetOf(relations, 'notesSlide')),
    language: root ? languageOf(root) : null,
  }
}

const treeOf = (root: XmlElement | undefined): XmlElement | undefined => {
  const data = root && childOf(root, 'p:cSld')
  return data && childOf(data, 'p:spTree')
}

/** Reads the speaker notes, without the thumbnail of the slide and the page number. */
const readNotes = async (parts: Package, name: string | undefined): Promise<string> => {
  if (name === undefined) return ''
  const relations = await relationsOf(parts, name)
  const tree = treeOf(await parts.xml(name))
  const { titleHtml, html } = readShapes(tree, { relations, figures: new Map(), bullets: noBullets })
  return [titleHtml === '' ? '' : tag('p', titleHtml), html].filter((part) => part !== '').join('\n')
}

const plainOf = (html: string): string =>
  withoutTags(html)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
