import { childOf, childrenOf, type XmlElement } from '../xml/xml-tree.ts'
import { valueOf } from './values.ts'

interface Level {
  /** `bullet`, `decimal`, `lowerRoman` and so on, or `none` for no marker. */
  format: string
  start: number
  /** A template such as `%1.%2`. */
  text: string
}

/** The marker of a list item. */
export interface Marker {
  kind: 'bullet' | 'number' | 'none'
  number: number
  /** As shown, such as `2.1`. */
  label: string
}

/** Numbers list items in the order of the text. */
export interface Numbering {
  /** The marker of the next item at a level of a list; undefined if the list is not declared. */
  next: (id: string, level: number) => Marker | undefined
}

const LEVELS = 9

/** Maximum length of the template of a level, as it is filled in for each item. */
const MAX_TEMPLATE = 200

/** Reads the list definitions of a document. Source: ISO/IEC 29500-1, section 17.9. */
export function readNumbering(root: XmlElement | undefined): Numbering {
  const abstract = new Map<string, XmlElement>()
  const styles = new Map<string, string>()
  /** The style whose list a definition takes over. */
  const links = new Map<string, string>()
  for (const each of root ? childrenOf(root, 'w:abstractNum') : []) {
    const id = each.attributes['w:abstractNumId'] ?? ''
    abstract.set(id, each)
    const style = valueOf(childOf(each, 'w:styleLink'))
    if (style !== undefined) styles.set(style, id)
    const link = valueOf(childOf(each, 'w:numStyleLink'))
    if (link !== undefined) links.set(id, link)
  }
  /** The levels of each definition, which any number of lists may share. */
  const defined = new Map<string, readonly Level[]>()
  const levelsOf = (abstractId: string): readonly Level[] => {
    const levels = defined.get(abstractId) ?? readLevels(abstract.get(abstractId))
    defined.set(abstractId, levels)
    return levels
  }
  const lists = new Map<string, { abstractId: string; levels: Level[]; restarts: Set<number> }>()
  for (const each of root ? childrenOf(root, 'w:num') : []) {
    const named = valueOf(childOf(each, 'w:abstractNumId')) ?? ''
    const link = links.get(named)
    const abstractId = (link === undefined ? undefined : styles.get(link)) ?? named
    const levels = [...levelsOf(abstractId)]
    const restarts = new Set<number>()
    for (const override of childrenOf(each, 'w:lvlOverride')) {
      const own = childOf(override, 'w:lvl')
      if (own) readLevel(own, levels)
      const start = valueOf(childOf(override, 'w:startOverride'))
      const index = Number(override.attributes['w:ilvl'])
      if (start === undefined || !levels[index]) continue
      levels[index] = { ...levels[index], start: Number(start) || 0 }
      restarts.add(index)
    }
    lists.set(each.attributes['w:numId'] ?? '', { abstractId, levels, restarts })
  }

  const counts = new Map<string, (number | undefined)[]>()
  return {
    next: (id, level) => {
      const list = lists.get(id)
      const own = list?.levels[level]
      if (!list || !own) return undefined
      const counted = counts.get(list.abstractId) ?? []
      counts.set(list.abstractId, counted)
      // An override restarts the numbering only once.
      if (list.restarts.delete(level)) counted[level] = undefined
      counted[level] = (counted[level] ?? own.start - 1) + 1
      counted.length = level + 1
      const kind = own.format === 'bullet' ? 'bullet' : own.format === 'none' ? 'none' : 'number'
      const label = own.text.replace(/%([1-9])/g, (_, digit: string) => {
        const at = Number(digit) - 1
        const { format, start } = list.levels[at]!
        return written(counted[at] ?? start, format)
      })
      return { kind, number: counted[level], label: kind === 'number' ? label.trim() : '' }
    },
  }
}

const readLevels = (definition: XmlElement | undefined): Level[] => {
  const levels = Array.from({ length: LEVELS }, (): Level => ({ format: 'decimal', start: 1, text: '' }))
  for (const level of definition ? childrenOf(definition, 'w:lvl') : []) readLevel(level, levels)
  return levels
}

const readLevel = (element: XmlElement, levels: Level[]) => {
  const index = Number(element.attributes['w:ilvl'])
  if (!levels[index]) return
  levels[index] = {
    format: valueOf(childOf(element, 'w:numFmt')) ?? 'decimal',
    start: Number(valueOf(childOf(element, 'w:start')) ?? 1) || 0,
    text: (valueOf(childOf(element, 'w:lvlText')) ?? '').slice(0, MAX_TEMPLATE),
  }
}

const written = (number: number, format: string): string => {
  switch (format) {
    case 'lowerLetter':
      return letters(number)
    case 'upperLetter':
      return letters(number).toUpperCase()
    case 'lowerRoman':
      return roman(number)
    case 'upperRoman':
      return roman(number).toUpperCase()
    case 'decimalZero':
      return String(number).padStart(2, '0')
    default:
      return String(number)
  }
}

/** Letters as Word counts: a to z, then aa, bb and so on. */
const letters = (number: number): string =>
  number < 1 || number > 780
    ? String(number)
    : String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26))

const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

const roman = (number: number): string => {
  if (number < 1 || number > 3_999) return String(number)
  let left = number
  let text = ''
  for (const [value, digits] of romans) {
    while (left >= value) {
      text += digits
      left -= value
    }
  }
  return text
}
