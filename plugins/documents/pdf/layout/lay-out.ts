import { makeBlocks } from '../blocks/flow.ts'
import type { Block, Line, PageContent, Table } from '../model.ts'
import { takeAlignedTables } from '../tables/aligned-tables.ts'
import { takeRuledTables } from '../tables/ruled-tables.ts'
import type { Facts } from '../text/facts.ts'
import { makeLines } from '../text/lines.ts'
import { type Piece, pieceOf, splitRegions } from './regions.ts'
import { withoutRunningHeaders } from './running-headers.ts'

/**
 * Reads the blocks of pages, by page and column, from the position and look of their text. It takes out ruled tables,
 * joins runs into lines, removes running headers and page numbers, separates columns, finds tables without rulings,
 * and turns lines into blocks.
 */
export function layOut(pages: readonly PageContent[][], facts: Facts): Block[][][] {
  const prepared = pages.map((parts) =>
    parts.map(({ runs, rulings, height }) => {
      const { tables, rest } = takeRuledTables(runs, rulings, facts.words)
      return { tables, lines: makeLines(rest), rulings, height }
    }),
  )
  // Only text in the main direction of a page is searched for running headers.
  const mains = withoutRunningHeaders(
    prepared.map(([main]) => main ?? EMPTY),
    facts.bodySize,
  )
  return prepared.map((parts, i) =>
    (parts.length === 0 ? [] : [mains[i]!, ...parts.slice(1)]).flatMap(({ tables, lines, rulings }) => {
      const pieces: Piece[] = [...lines.map(pieceOf), ...tables.map(({ box, table }) => ({ ...box, table }))]
      return splitRegions(pieces, rulings, facts.isRightToLeft).map((region) =>
        makeBlocks(elementsOf(region, facts), facts),
      )
    }),
  )
}

const EMPTY = { tables: [], lines: [], rulings: [], height: 0 }

/** The lines and tables of a column in their order. */
function elementsOf(region: readonly Piece[], { words, isRightToLeft }: Facts): (Line | Table)[] {
  const elements: (Line | Table)[] = []
  let lines: Line[] = []
  const end = () => {
    elements.push(...takeAlignedTables(lines, words))
    lines = []
  }
  for (const { line, table } of region) {
    if (line) lines.push(line)
    else if (table) {
      end()
      elements.push(table)
    }
  }
  end()
  return isRightToLeft ? elements.map((each) => ('kind' in each ? fromTheRight(each) : each)) : elements
}

/** A table whose first column is the rightmost. */
const fromTheRight = (table: Table): Table => ({ ...table, rows: table.rows.map((row) => row.toReversed()) })
