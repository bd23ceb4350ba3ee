import { attr, type Element, type Node, TEXT } from '../tree/index.ts'

/** Names of icons are in the lower case of an address: `arrow_forward`. Characters. */
const MAX_LENGTH = 40
const ligature = /^\s*[a-z\d]+(?:_[a-z\d]+)*\s*$/
const iconFont = /(?:^|[\s-])material-(?:icons|symbols)(?:$|[\s-])/

/** Elements between an icon and the cell that it fills. */
const MAX_DEPTH = 4

/** Whether there is no node, or only white space up to the edge of its parent. */
const isNothing = (node: Node | null): boolean =>
  node === null || (node.kind === TEXT && node.data.trim() === '' && (node.prev === null || node.next === null))

/** Whether a cell of a table says nothing else: there `check` and `close` are what it says. */
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

/** Longer texts are no glyphs. Characters. */
const MAX_GLYPHS = 4
/** Characters of a font's own, which mean nothing without it. */
const glyphs = /^\s*[\ue000-\uf8ff]+\s*$/

/**
 * Whether all that an element says is an icon, which a font shows in its place beside what is said in words: its
 * name, or a character that is the font's own.
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
