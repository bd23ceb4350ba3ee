import type { Marks } from '../html-writer/runs.ts'
import type { IsCodeFont } from '../html-writer/without-typewriter.ts'
import { isCodeName } from '../office/code-names.ts'
import type { StyleMeaning } from '../office/style-meaning.ts'
import { childOf, childrenOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts'

/** A style with everything inherited. */
export interface OdfStyle {
  marks: Marks
  role?: StyleMeaning['role']
  hidden?: boolean
}

/** A level of a list. */
export interface ListLevel {
  ordered: boolean
  start: number
}

/** The styles of a document, with inheritance resolved. */
export interface OdfStyles {
  /** By family (`paragraph`, `text`) and name. */
  of: (family: string, name: string | undefined) => OdfStyle
  level: (list: string | undefined, level: number) => ListLevel
  /** The default language of the text (BCP 47). */
  language: string | null
}

const plain: OdfStyle = { marks: {} }

/** Maximum length of a chain of base styles, as some files have cycles. */
const MAX_BASES = 20

/** Reads the styles of a document: the named ones, and the automatic ones for each change of formatting. */
export function readOdfStyles(roots: readonly (XmlElement | undefined)[], isCodeFont: IsCodeFont): OdfStyles {
  const styles = new Map<string, XmlElement>()
  const lists = new Map<string, XmlElement>()
  const fonts = new Map<string, string>()
  let language: string | null = null
  for (const root of roots) {
    const faces = root && childOf(root, 'office:font-face-decls')
    for (const { attributes } of faces ? childrenOf(faces, 'style:font-face') : []) {
      fonts.set(attributes['style:name'] ?? '', (attributes['svg:font-family'] ?? '').replaceAll("'", ''))
    }
    for (const holder of ['office:styles', 'office:automatic-styles']) {
      const group = root && childOf(root, holder)
      for (const element of group ? elementsOf(group) : []) {
        const name = element.attributes['style:name'] ?? ''
        if (element.name === 'style:style') styles.set(`${element.attributes['style:family']} ${name}`, element)
        else if (element.name === 'text:list-style') lists.set(name, element)
        else if (element.name === 'style:default-style') language ??= languageOf(element)
      }
    }
  }

  const known = new Map<string, OdfStyle>()
  const levels = new Map<string, ListLevel>()
  /** Each style is read once, however many others are based on it. */
  const of = (family: string, name: string, depth: number): OdfStyle => {
    const key = `${family} ${name}`
    const style = known.get(key) ?? resolve(family, name, depth)
    known.set(key, style)
    return style
  }
  const resolve = (family: string, name: string, depth: number): OdfStyle => {
    const element = styles.get(`${family} ${name}`)
    if (!element || depth > MAX_BASES) return { ...plain, ...meaningOf(name) }
    const parent = element.attributes['style:parent-style-name']
    const basis = parent === undefined ? plain : of(family, parent, depth + 1)
    const properties = childOf(element, 'style:text-properties')
    const shown = element.attributes['style:display-name'] ?? name
    const page = childOf(element, 'style:drawing-page-properties')
    return {
      ...basis,
      ...meaningOf(shown),
      ...(properties && { marks: { ...basis.marks, ...marksOf(properties, fonts, isCodeFont) } }),
      ...(properties?.attributes['text:display'] === 'none' && { hidden: true }),
      // A hidden slide.
      ...(page?.attributes['presentation:visibility'] === 'hidden' && { hidden: true }),
    }
  }
  return {
    of: (family, name) => (name === undefined ? plain : of(family, name, 0)),
    level: (list, level) => {
      const key = `${level} ${list}`
      const found = levels.get(key) ?? levelOf(list === undefined ? undefined : lists.get(list), level)
      levels.set(key, found)
      return found
    },
    language,
  }
}

/** The meaning of a style name, in which a space is encoded as `_20_`. */
const meaningOf = (name: string): Partial<OdfStyle> => {
  const plainName = name.replace(/_([\da-f]{2})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  const lower = plainName.toLowerCase()
  if (lower === 'title') return { role: 'title' }
  if (/^contents (\d|heading)/.test(lower)) return { role: 'contents' }
  if (/^(block )?quot(e|ation)s?$|^block text$/.test(lower)) return { role: 'quote' }
  return isCodeName(lower) || lower === 'teletype' ? { role: 'code' } : {}
}

const marksOf = ({ attributes }: XmlElement, fonts: ReadonlyMap<string, string>, isCodeFont: IsCodeFont): Marks => {
  const weight = attributes['fo:font-weight']
  const slant = attributes['fo:font-style']
  const line = attributes['style:text-line-through-style']
  const [position = ''] = (attributes['style:text-position'] ?? '').split(' ')
  const font = attributes['style:font-name']
  const script = /^super|^[1-9]/.test(position) ? 'sup' : /^sub|^-/.test(position) ? 'sub' : undefined
  return {
    ...(weight !== undefined && { bold: weight === 'bold' || Number(weight) >= 600 }),
    ...(slant !== undefined && { italic: slant !== 'normal' }),
    ...(line !== undefined && { strike: line !== 'none' }),
    ...(script !== undefined && { script }),
    ...(font !== undefined && { code: isCodeFont(fonts.get(font) || font) }),
  }
}

const levelOf = (list: XmlElement | undefined, level: number): ListLevel => {
  const levels = list ? elementsOf(list) : []
  // A level that the list style does not define is like the first one.
  const own = levels.find(({ attributes }) => attributes['text:level'] === String(level + 1)) ?? levels[0]
  const ordered = own?.name === 'text:list-level-style-number' && (own.attributes['style:num-format'] ?? '') !== ''
  return { ordered, start: Number(own?.attributes['text:start-value'] ?? 1) || 1 }
}

const languageOf = (style: XmlElement): string | null => {
  const properties = childOf(style, 'style:text-properties')
  const { 'fo:language': language, 'fo:country': country } = properties?.attributes ?? {}
  if (language === undefined || !/^[a-z]{2,3}$/.test(language) || language === 'zxx') return null
  return country !== undefined && /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language
}
