import { type TableCell, writeTable } from '../html-writer/table.ts'

/** The declaration of a cell. */
interface CellDefinition {
  /** Its right edge in twips. */
  edge: number
  /** Whether it is merged with the cell above, or with the one to the left. */
  goesOnAbove: boolean
  goesOnLeft: boolean
}

/** A row as written: its cells as HTML, and their declarations. */
interface Row {
  cells: string[]
  definitions: CellDefinition[]
  isHead: boolean
}

/** Collects the rows of a table. RTF has no tables, only consecutive rows. */
export class Table {
  #rows: Row[] = []
  #cells: string[] = []
  #definitions: CellDefinition[] = []
  #isHead = false
  /** The merge flags of the cell that is being declared. */
  #merged: { clvmrg?: boolean; clmrg?: boolean } = {}

  /** Handles a word that declares a row or cell; false for other words. */
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

  /** Ends the table and returns its HTML; undefined if there is none. */
  take(): string | undefined {
    this.endRow()
    const rows = this.#rows
    this.#rows = []
    return rows.length > 0 ? tableOf(rows) : undefined
  }
}

/** Edges within this many twips are the same, as programs round. */
const SAME_EDGE = 60

/** Builds a table from rows, whose cells are aligned by their edges. */
const tableOf = (rows: readonly Row[]): string => {
  const edges = edgesOf(rows)
  const columnOf = (edge: number) => columnIn(edges, edge)
  /** For each column, the cell that may be merged with the cells below it. */
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

/** The index of the first edge that is the same as `edge`; -1 if there is none. */
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
