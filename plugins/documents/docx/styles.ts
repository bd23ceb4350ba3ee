import type { IsCodeFont } from '../html-writer/without-typewriter.ts'
import { meaningOf, type StyleMeaning } from '../office/style-meaning.ts'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-tree.ts'
import { isOn, valueOf } from './values.ts'

/** A paragraph or character style, with everything inherited. */
export interface Style extends StyleMeaning {
  /** Word's English name in lower case. */
  name: string
  /** The list to which its paragraphs belong. */
  list?: { id: string; level: number }
  bold?: boolean
  italic?: boolean
  strike?: boolean
  hidden?: boolean
}

/** The styles of a document, with inheritance resolved. */
export interface Styles {
  of: (id: string | undefined) => Style
  /** The default language of the text (BCP 47). */
  language: string | null
}

const plain: Style = { name: '' }

/** Maximum length of a chain of base styles, as some files have cycles. */
const MAX_BASES = 20

/** Reads the styles of a document. Source: ISO/IEC 29500-1, section 17.7. */
export function readStyles(root: XmlElement | undefined, isCodeFont: IsCodeFont): Styles {
  const elements = new Map<string, XmlElement>()
  for (const style of root ? childrenOf(root, 'w:style') : []) elements.set(style.attributes['w:styleId'] ?? '', style)
  const known = new Map<string, Style>()

  /** Each style is read once, however many others are based on it. */
  const of = (id: string, depth: number): Style => {
    const style = known.get(id) ?? resolve(id, depth)
    known.set(id, style)
    return style
  }
  const resolve = (id: string, depth: number): Style => {
    const element = elements.get(id)
    // Programs that define no styles still refer to the standard names.
    if (element === undefined || depth > MAX_BASES) return { name: id.toLowerCase(), ...meaningOf(id.toLowerCase()) }
    const basis = valueOf(childOf(element, 'w:basedOn'))
    return read(element, basis === undefined ? plain : of(basis, depth + 1), isCodeFont)
  }
  return {
    of: (id) => (id === undefined ? plain : of(id, 0)),
    language: languageOf(root),
  }
}

const read = (element: XmlElement, basis: Style, isCodeFont: IsCodeFont): Style => {
  const name = (valueOf(childOf(element, 'w:name')) ?? '').toLowerCase()
  const paragraph = childOf(element, 'w:pPr')
  const characters = childOf(element, 'w:rPr')
  const numbering = paragraph && childOf(paragraph, 'w:numPr')
  const outline = Number(valueOf(paragraph && childOf(paragraph, 'w:outlineLvl')) ?? Number.NaN)
  const list = numbering && listOf(numbering, basis.list)
  const font = characters && childOf(characters, 'w:rFonts')?.attributes['w:ascii']
  const meaning = { ...(isCodeFont(font ?? '') && { role: 'code' as const }), ...meaningOf(name) }
  const heading = meaning.heading ?? (outline >= 0 && outline < 9 ? Math.min(outline + 1, 6) : undefined)
  const { name: _, ...inherited } = basis
  return {
    ...inherited,
    ...(heading !== undefined && { heading }),
    ...(outline === 9 && { heading: undefined }),
    ...meaning,
    ...(list && { list }),
    ...(characters && {
      bold: isOn(childOf(characters, 'w:b')) ?? basis.bold,
      italic: isOn(childOf(characters, 'w:i')) ?? basis.italic,
      strike: isOn(childOf(characters, 'w:strike')) ?? basis.strike,
      hidden: isOn(childOf(characters, 'w:vanish')) ?? basis.hidden,
    }),
    name,
  }
}

/** The list in paragraph properties; the id `0` means no list. */
export const listOf = (properties: XmlElement, basis?: Style['list']): Style['list'] => {
  const id = valueOf(childOf(properties, 'w:numId')) ?? basis?.id
  const level = Number(valueOf(childOf(properties, 'w:ilvl')) ?? basis?.level ?? 0)
  return id === undefined ? undefined : { id, level: Number.isInteger(level) ? Math.max(0, Math.min(level, 8)) : 0 }
}

const languageOf = (root: XmlElement | undefined): string | null => {
  const defaults = root && childOf(root, 'w:docDefaults')
  const holder = defaults && childOf(defaults, 'w:rPrDefault')
  const characters = holder && childOf(holder, 'w:rPr')
  const language = valueOf(characters && childOf(characters, 'w:lang'))
  return language !== undefined && /^[a-z]{2,3}(-[\w-]+)?$/i.test(language) ? language : null
}
