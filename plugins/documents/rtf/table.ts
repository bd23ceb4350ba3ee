import { type TableCell, writeTable } from '../html-writer/table.ts'

/** How a row declares a cell. */
interface CellDefinition {
  /** Its right edge, twips. */
  edge: number
  /** It goes on with the one above, or the one to the left. */
  goesOnAbove: boolean
  goesOnLeft: boolean
}

/** A row as it was written: its cells, as HTML, and how it declared them. */
interface Row {
  cells: string[]
  definitions: CellDefinition[]
  isHead: boolean
}

/** Collects the rows of a table. RTF knows no tables, only rows that stand below each other. */
export class Table {
  #rows: Row[] = []
  #cells: string[] = []
  #definitions: CellDefinition[] = []
  #isHead = false
  /** How the cell that is being declared goes on with others. */
  #merged: { clvmrg?: boolean; clmrg?: boolean } = {}

  /** Whether a word declares something of a row, and was read. */
  declare(word: string, value: number | null): boolean {
    switch (word) {
      case 'trowd':
        this.#definitions = []
        this.#isHead = false
        return true
      case 'trhdr':
        this.#isHead = true
        return true
      case 'clvmrg':
      case 'clmrg':
        this.#merged = { ...this.#merged, [word]: true }
        return true
      case 'cellx':
        this.#definitions.push({
          edge: value ?? 0,
          goesOnAbove: this.#merged.clvmrg ?? false,
          goesOnLeft: this.#merged.clmrg ?? false,
        })
        this.#merged = {}
        return true
    }
    return false
  }

  addCell(html: string): void {
    this.#cells.push(html)
  }

  endRow(): void {
    if (this.#cells.length > 0)
      this.#rows.push({ cells: this.#cells, definitions: this.#definitions, isHead: this.#isHead })
    this.#cells = []
  }

  /** The table as HTML, which ends here; undefined where there is none. */
  take(): string | undefined {
    this.endRow()
    const rows = this.#rows
    this.#rows = []
    return rows.length > 0 ? tableOf(rows) : undefined
  }
}

/** Edges nearer than this are the same, twips: programs round. */
const SAME_EDGE = 60

/** Rows whose cells are known by their edges, as a table. */
const tableOf = (rows: readonly Row[]): string => {
  const edges = edgesOf(rows)
  const columnOf = (edge: number) => columnIn(edges, edge)
  /** The cell that reaches down into each column. */
  const above = new Map<number, TableCell & { rows: number }>()
  return writeTable(
    rows.map(({ cells, definitions, isHead }) => {
      const written: (TableCell & { rows: number; columns: number })[] = []
      let column = 0
      for (const [i, html] of cells.entries()) {
        const definition = definitions[i]
        const end = definition ? Math.max(columnOf(definition.edge) + 1, column + 1) : column + 1
        const left = written.at(-1)
        const upper = above.get(column)
        if (definition?.goesOnLeft && left) left.columns += end - column
        else if (definition?.goesOnAbove && upper) upper.rows++
        else {
          const cell = { html, columns: end - column, rows: 1 }
          written.push(cell)
          above.set(column, cell)
        }
        column = end
      }
      return { cells: written, isHead }
    }),
  )
}

/** The first edge that is the same as this one; -1 where none is. */
const columnIn = (edges: readonly number[], edge: number): number => {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (edges[middle]! <= edge - SAME_EDGE) low = middle + 1
    else high = middle
  }
  return low < edges.length && edges[low]! < edge + SAME_EDGE ? low : -1
}

const edgesOf = (rows: readonly Row[]): number[] => {
  const all = rows.flatMap(({ cells, definitions }) => definitions.slice(0, cells.length).map(({ edge }) => edge))
  const edges: number[] = []
  for (const edge of all.sort((a, b) => a - b)) {
    if (edges.length === 0 || edge - edges.at(-1)! >= SAME_EDGE) edges.push(edge)
  }
  return edges
}
