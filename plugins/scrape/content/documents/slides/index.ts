import { readFigures } from '../drawing/figures.ts'
import { coreProperties } from '../package/core-properties.ts'
import { openPackage, type Package } from '../package/open-package.ts'
import { relationsOf, targetOf } from '../package/relations.ts'
import { type Extract, Unreadable } from '../untrusted/extracted.ts'
import { isBlank, tag } from '../writer/markup.ts'
import { childOf, childrenOf, type XmlElement } from '../xml-tree.ts'
import { bulletsOf, noBullets } from './bullets.ts'
import { languageOf, readShapes, type SlideContext } from './shapes.ts'

/** More slides than anybody shows. */
const MOST_SLIDES = 1_000

/** Reads a PowerPoint presentation (PPTX, PPTM, PPSX): a section for each slide, with its notes. */
export const extract: Extract = async (bytes) => {
  const parts = await openPackage(bytes)
  const name = targetOf(await relationsOf(parts, ''), 'officeDocument') ?? 'ppt/presentation.xml'
  const root = await parts.xml(name)
  const list = root && childOf(root, 'p:sldIdLst')
  if (!root) throw new Unreadable('damaged', 'The presentation has no list of slides')
  const relations = await relationsOf(parts, name)
  const slides = (list ? childrenOf(list, 'p:sldId') : []).slice(0, MOST_SLIDES)

  const read: Slide[] = []
  for (const { attributes } of slides) {
    const target = relations.get(attributes['r:id'] ?? '')?.target
    if (target !== undefined) read.push(await readSlide(parts, target))
  }
  const properties = await coreProperties(parts)
  return {
    ...properties,
    html: read.map(htmlOf).join('\n'),
    title: properties.title ?? read[0]?.title ?? null,
    language: properties.language ?? read.find(({ language }) => language !== null)?.language ?? null,
    pageCount: slides.length,
    contentSource: 'document',
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

const readSlide = async (parts: Package, name: string): Promise<Slide> => {
  const root = await parts.xml(name)
  const relations = await relationsOf(parts, name)
  const layout = targetOf(relations, 'slideLayout')
  const layoutRoot = layout === undefined ? undefined : await parts.xml(layout)
  const master = layout === undefined ? undefined : targetOf(await relationsOf(parts, layout), 'slideMaster')
  const masterRoot = master === undefined ? undefined : await parts.xml(master)
  const figures = await readFigures(parts, relations)
  const context: SlideContext = { relations, figures, bullets: bulletsOf(layoutRoot, masterRoot) }
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

/** What the speaker says; the small picture of the slide and the page number are left out. */
const readNotes = async (parts: Package, name: string | undefined): Promise<string> => {
  if (name === undefined) return ''
  const relations = await relationsOf(parts, name)
  const tree = treeOf(await parts.xml(name))
  const { titleHtml, html } = readShapes(tree, { relations, figures: new Map(), bullets: noBullets })
  return [titleHtml === '' ? '' : tag('p', titleHtml), html].filter((part) => part !== '').join('\n')
}

const plainOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
