import { NONE } from '../attributes.ts'
import { knownTag, TABLE_CONTEXT, type TagInfo, tagOf } from '../tags.ts'
import type { Construction } from './construction.ts'

const TABLE = knownTag('table')!
const TEMPLATE = knownTag('template')!
const TBODY = tagOf('tbody')
const TR = tagOf('tr')
const COLGROUP = tagOf('colgroup')

const cells = new Set(['td', 'th', 'caption'])
const inTable = new Set(['table'])
const inSection = new Set(['tbody', 'thead', 'tfoot', 'table'])
const inRow = new Set(['tr', ...inSection])

/** Whether the innermost open part of a table is one that takes no text. */
export const isBetweenCells = ({ open }: Construction): boolean => {
  if (open.count(TABLE) === 0) return false
  for (let i = open.length - 1; i > 0; i--) {
    const { tag, name } = open.at(i)
    if ((tag.flags & TABLE_CONTEXT) !== 0) return true
    if (tag === TEMPLATE || cells.has(name)) return false
  }
  return false
}

/** Starts a row, cell or similar part, with the omitted parts around it. */
export const startTablePart = (tree: Construction, tag: TagInfo, attrs: readonly string[]): void => {
  const { open, formatting } = tree
  if (open.count(TABLE) === 0 || isTemplateNearer(tree)) {
    // Outside a table its parts are ignored, but a template may contain them for a table elsewhere.
    if (open.count(TEMPLATE) > 0) tree.push(tag, attrs)
    return
  }
  closeCell(tree)
  switch (tag.name) {
    case 'td':
    case 'th':
      clearTo(tree, inRow)
      if (open.current.tag === TABLE) tree.push(TBODY, NONE)
      if (open.current.tag !== TR) tree.push(TR, NONE)
      if (tree.push(tag, attrs)) formatting.mark()
      return
    case 'tr':
      clearTo(tree, inSection)
      if (open.current.tag === TABLE) tree.push(TBODY, NONE)
      break
    case 'col':
      if (open.current.tag === COLGROUP) break
      clearTo(tree, inTable)
      tree.push(COLGROUP, NONE)
      break
    default:
      clearTo(tree, inTable)
  }
  if (tree.push(tag, attrs) && tag.name === 'caption') formatting.mark()
}

/** Ends a table or a part of one, with its open cells. */
export const endTablePart = ({ open, formatting }: Construction, tag: TagInfo): void => {
  let from = open.length - 1
  for (; from > 0; from--) {
    const element = open.at(from)
    if (element.tag === tag) break
    if (element.tag === TABLE || element.tag === TEMPLATE) return
  }
  if (from === 0) return
  for (let at = open.length - 1; at >= from; at--) {
    const isCell = cells.has(open.at(at).name)
    open.popTo(at)
    if (isCell) formatting.clearToMarker()
  }
}

/** Ends the open cell or caption of the same table. */
const closeCell = ({ open, formatting }: Construction): void => {
  for (let i = open.length - 1; i > 0; i--) {
    const { tag, name } = open.at(i)
    if (cells.has(name)) {
      open.popTo(i)
      formatting.clearToMarker()
      return
    }
    if ((tag.flags & TABLE_CONTEXT) !== 0) return
  }
}

const clearTo = ({ open }: Construction, names: ReadonlySet<string>): void => {
  while (!names.has(open.current.name) && open.length > 2) open.pop()
}

const isTemplateNearer = ({ open }: Construction): boolean => {
  if (open.count(TEMPLATE) === 0) return false
  for (let i = open.length - 1; i > 0; i--) {
    const { tag } = open.at(i)
    if (tag === TEMPLATE) return true
    if (tag === TABLE) return false
  }
  return false
}
