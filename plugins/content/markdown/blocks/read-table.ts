import { CUT, HIDDEN } from '../../clean/visibility.ts'
import { attr, ELEMENT, type Element, HEADING, type Node, TEXT } from '../../tree/index.ts'
import type { View } from '../../view/view.ts'

/** The most columns that spans may fill: the HTML standard allows 1,000, but no reader wants such wide tables. */
const MAX_COLUMNS = 100
/** How many cells spans may add to a table, as a multiple of its own cells. */
const MAX_FILL = 8

export interface Cell {
  element: Element
  /** The number of further columns that it spans. */
  across: number
  /** The number of further rows that it spans. */
  down: number
  isHeader: boolean
}

export interface Table {
  /** Usually one; browsers show all of them. */
  captions: Element[]
  rows: Row[]
}

interface Row {
  cells: Cell[]
  inHead: boolean
  /** The element with the rows that its cells may span: the head, a body or the foot. */
  group: Element
}

/** The rows and cells of a table, without those of nested tables. */
export const readTable = ({ marks }: View, table: Element): Table => {
  const found: Table = { captions: [], rows: [] }
  let foot: Element | null = null
  const shown = (node: Node): node is Element => node.kind === ELEMENT && (marks[node.id]! & (CUT | HIDDEN)) === 0
  const read = (parent: Element, inHead: boolean) => {
    for (let node = parent.first; node !== null; node = node.next) {
      if (!shown(node)) continue
      if (node.name === 'caption') found.captions.push(node)
      else if (node.name === 'tr') found.rows.push({ cells: readRow(node, shown), inHead, group: parent })
      // A foot is shown below all rows, wherever it is written.
      else if (node.name === 'tfoot' && foot === null) foot = node
      else if (node.name === 'thead' || node.name === 'tbody' || node.name === 'tfoot')
        read(node, node.name === 'thead')
    }
  }
  read(table, false)
  if (foot !== null) read(foot, false)
  return found
}

const readRow = (row: Element, shown: (node: Node) => node is Element): Cell[] => {
  const cells: Cell[] = []
  for (let node = row.first; node !== null; node = node.next) {
    if (!shown(node) || (node.name !== 'td' && node.name !== 'th')) continue
    cells.push({
      element: node,
      across: span(node, 'colspan'),
      down: span(node, 'rowspan'),
      isHeader: node.name === 'th',
    })
  }
  return cells
}

const span = (cell: Element, name: string): number => {
  const value = attr(cell, name)
  if (value === null) return 0
  const count = Number.parseInt(value, 10)
  // `rowspan="0"` reaches to the end of its group of rows.
  if (count === 0 && name === 'rowspan') return Number.POSITIVE_INFINITY
  return count > 1 ? count - 1 : 0
}

/** Elements that make a cell a part of the page layout. */
const pageParts = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'hr',
  'form',
  'article',
  'section',
  'main',
  'nav',
  'blockquote',
  'pre',
  'figure',
])

/**
 * The most nodes of a table within a cell, and the most characters of that cell; around larger ones, the outer table
 * is layout.
 */
const MAX_NESTED_NODES = 200
const MAX_NESTED_TEXT = 300

/**
 * How many tables may be nested in the cells of one: a quarter of its rows if it is a data table, whose first row has
 * only header cells and whose rows are all of that length. A forum's layout has one in each row, beside the author's
 * name.
 */
const nestedTables = ([head, ...rows]: Table['rows']): number => {
  const isData =
    head !== undefined &&
    head.cells.length > 1 &&
    head.cells.every(({ isHeader }) => isHeader) &&
    rows.length > 1 &&
    rows.every(({ cells }) => cells.length === head.cells.length)
  return isData ? Math.ceil(rows.length / 4) : 0
}

/** Whether the cells of a first row are headings, with which editors name columns. Others may be empty. */
const namesColumns = (cells: readonly Cell[]): boolean => {
  const contents = cells.map(({ element }) => contentOf(element)).filter((nodes) => nodes.length > 0)
  return contents.length > 1 && contents.every(([node, ...rest]) => rest.length === 0 && isHeading(node!))
}

/** The children of a cell apart from blanks. */
const contentOf = (cell: Element): Node[] => {
  const found: Node[] = []
  for (let node = cell.first; node !== null; node = node.next)
    if (node.kind === ELEMENT || node.data.trim() !== '') found.push(node)
  return found
}

const isHeading = (node: Node): boolean => node.kind === ELEMENT && (node.tag.flags & HEADING) !== 0

/** Whether a table is only layout, as in old pages and e-mails, and its rows and columns have no meaning. */
export const isLayout = ({ tree, marks }: View, element: Element, { rows }: Table): boolean => {
  const role = attr(element, 'role')
  if (role === 'presentation' || role === 'none') return true
  let columns = 0
  let cells = 0
  let headers = 0
  for (const row of rows) {
    columns = Math.max(columns, row.cells.length)
    cells += row.cells.length
    if (row.inHead || (row === rows[0] && namesColumns(row.cells))) headers++
    for (const cell of row.cells) if (cell.isHeader) headers++
  }
  if (cells === 0) return true
  if (columns === 1 && headers === 0) return true
  if (rows.length === 1 && headers === 0 && columns < 3) return true

  let nested = nestedTables(rows)
  let parts = 0
  let text = 0
  let longest = 0
  for (const row of rows) {
    for (const { element: cell } of row.cells) {
      let length = 0
      let blocks = 0
      let holdsTable = false
      for (let id = cell.id + 1; id <= cell.end; id++) {
        const node = tree.nodes[id]!
        if ((marks[id]! & (CUT | HIDDEN)) !== 0) {
          if (node.kind === ELEMENT) id = node.end
        } else if (node.kind === TEXT) length += node.data.length
        else if (node.name === 'table') {
          if (--nested < 0 || node.end - node.id > MAX_NESTED_NODES) return true
          holdsTable = true
        } else if (pageParts.has(node.name)) blocks++
      }
      if (holdsTable && length > MAX_NESTED_TEXT) return true
      text += length
      longest = Math.max(longest, length)
      // A heading that fills its cell names a column or row.
      if (blocks > 1 || (blocks === 1 && (headers === 0 || length > 200))) parts++
    }
  }
  if (headers > 0) return parts > 0 && longest > 1000
  return parts > 0 || text / cells > 500 || longest > 2000
}

/** The cells of each row by column; null for positions that another cell spans. */
export const layOut = ({ rows }: Table): { cells: (Cell | null)[]; inHead: boolean; above: boolean[] }[] => {
  /** The cells that reach down into a column, and the last row of each. */
  let hanging: { cell: Cell | null; last: number }[] = []
  let fill = rows.reduce((sum, row) => sum + row.cells.length, 0) * MAX_FILL + 1000
  return rows.map((row, at) => {
    if (row.group !== rows[at - 1]?.group) hanging = []
    const cells: (Cell | null)[] = []
    const above: boolean[] = []
    const takeHanging = () => {
      for (let hung = hanging[cells.length]; hung !== undefined && hung.last >= at; hung = hanging[cells.length]) {
        if (fill-- <= 0) return
        above[cells.length] = true
        cells.push(hung.cell)
      }
    }
    for (const cell of row.cells) {
      takeHanging()
      const last = at + cell.down
      if (cell.down > 0) hanging[cells.length] = { cell, last }
      cells.push(cell)
      for (let i = 0; i < cell.across && cells.length < MAX_COLUMNS && fill-- > 0; i++) {
        if (cell.down > 0) hanging[cells.length] = { cell: null, last }
        cells.push(null)
      }
    }
    takeHanging()
    return { cells, inHead: row.inHead, above }
  })
}

export type Alignment = '' | 'left' | 'right' | 'center'

/** The alignment that the head of a column declares. */
export const alignmentOf = (cell: Element): Alignment => {
  const value = attr(cell, 'align') ?? /text-align\s*:\s*(\w+)/i.exec(attr(cell, 'style') ?? '')?.[1]
  const name = value?.toLowerCase()
  return name === 'left' || name === 'right' || name === 'center' ? name : ''
}

/** The delimiter row below a table's head. */
export const delimiterRow = (alignments: readonly Alignment[]): string =>
  `| ${alignments.map((each) => (each === 'left' ? ':--' : each === 'right' ? '--:' : each === 'center' ? ':-:' : '---')).join(' | ')} |`
