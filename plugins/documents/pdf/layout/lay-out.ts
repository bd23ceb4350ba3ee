import { makeBlocks } from '../blocks/flow.ts'
import type { Block, Line, PageContent, Table } from '../model.ts'
import { takeAlignedTables } from '../tables/aligned-tables.ts'
import { takeRuledTables } from '../tables/ruled-tables.ts'
import type { Facts } from '../text/facts.ts'
import { makeLines } from '../text/lines.ts'
import { type Piece, splitRegions } from './regions.ts'
import { withoutRunningHeaders } from './running-headers.ts'

/**
 * The blocks of pages by where their text stands and what it looks like: by page and column. Ruled tables are taken
 * out, runs become lines, running heads and page numbers go, columns are parted, tables without rules are found,
 * lines become blocks.
 */
export function layOut(pages: readonly PageContent[][], facts: Facts): Block[][][] {
  const prepared = pages.map((parts) =>
    parts.map(({ runs, rulings, height }) => {
      const { tables, rest } = takeRuledTables(runs, rulings, facts.words)
      return { tables, lines: makeLines(rest), rulings, height }
    }),
  )
  // Running heads are told by the text that is written as most is.
  const mains = withoutRunningHeaders(
    prepared.map(([main]) => main ?? EMPTY),
    facts.bodySize,
  )
  return prepared.map((parts, i) =>
    (parts.length === 0 ? [] : [mains[i]!, ...parts.slice(1)]).flatMap(({ tables, lines, rulings }) => {
      const pieces: Piece[] = [
        ...lines.map((line) => ({ left: line.left, right: line.right, top: line.top, bottom: line.bottom, line })),
        ...tables.map(({ box, table }) => ({ ...box, table })),
      ]
      return splitRegions(pieces, rulings, facts.isRightToLeft).map((region) =>
        makeBlocks(elementsOf(region, facts), facts),
      )
    }),
  )
}

const EMPTY = { tables: [], lines: [], rulings: [], height: 0 }

/** Lines and tables of a column in their order. */
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

/** A table whose first column is that at the right. */
const fromTheRight = (table: Table): Table => ({ ...table, rows: table.rows.map((row) => row.toReversed()) })
