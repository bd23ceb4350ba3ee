import { attr, type Element, type Node, TEXT } from '../tree/index.ts'

/** The most characters of an icon's name. Names are lower case with underscores: `arrow_forward`. */
const MAX_LENGTH = 40
const ligature = /^\s*[a-z\d]+(?:_[a-z\d]+)*\s*$/
const iconFont = /(?:^|[\s-])material-(?:icons|symbols)(?:$|[\s-])/

/** The most elements between an icon and the cell that it fills. */
const MAX_DEPTH = 4

/** Whether there is no node, or only white space at the edge of its parent. */
const isNothing = (node: Node | null): boolean =>
  node === null || (node.kind === TEXT && node.data.trim() === '' && (node.prev === null || node.next === null))

/** Whether an icon is all that a table cell contains: `check` and `close` are then its content. */
const fillsCell = (icon: Element): boolean => {
  let element = icon
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const { parent } = element
    if (parent === null || !isNothing(element.prev) || !isNothing(element.next)) return false
    if (parent.name === 'td' || parent.name === 'th') return true
    element = parent
  }
  return false
}

/** The most characters of a glyph. */
const MAX_GLYPHS = 4
/** Private-use characters, which mean nothing without their font. */
const glyphs = /^\s*[\ue000-\uf8ff]+\s*$/

/**
 * Whether the only text of an element is an icon that a font displays: the icon's name, or a private-use character.
 */
export const isIcon = (element: Element): boolean => {
  const { first, last, attrs } = element
  if (first === null || first !== last || first.kind !== TEXT) return false
  const { data } = first
  if (data.length <= MAX_GLYPHS && glyphs.test(data)) return !fillsCell(element)
  // Most texts are longer, or begin with a capital.
  if (attrs.length === 0 || data.length > MAX_LENGTH || isCapital(data.charCodeAt(0))) return false
  const names = attr(element, 'class')
  return names !== null && iconFont.test(names) && ligature.test(data) && !fillsCell(element)
}

const isCapital = (c: number) => c >= 65 && c <= 90
