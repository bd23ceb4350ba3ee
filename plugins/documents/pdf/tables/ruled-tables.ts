import type { Box, Cell, Ruling, Run, Table } from '../model.ts'
import { makeLines } from '../text/lines.ts'
import { joinLines, spansOf, type Vocabulary } from '../text/spans.ts'
import { splitRun } from '../text/words.ts'
import { withHead } from './with-head.ts'

/** Lines within this many points are the same. */
const NEAR = 3
/** Maximum of columns. More are a drawing. */
const MAX_COLUMNS = 60
const MAX_ROWS = 400
/** The minimum share of cells with text. */
const MIN_FILLED = 0.25

/** A table with rulings, and its position. */
export interface RuledTable {
  box: Box
  table: Table
}

/** The grid lines of a table. */
interface Grid {
  xs: number[]
  ys: number[]
  rulings: Ruling[]
}

/** Finds the tables with rulings, and the runs that are in none of them. */
export function takeRuledTables(
  runs: readonly Run[],
  rulings: readonly Ruling[],
  words: Vocabulary,
): { tables: RuledTable[]; rest: Run[] } {
  const tables: RuledTable[] = []
  let rest = [...runs]
  for (const group of groupsOf(rulings)) {
    const grid = gridOf(group)
    if (grid === null) continue
    const box = { left: grid.xs[0]!, right: grid.xs.at(-1)!, top: grid.ys[0]!, bottom: grid.ys.at(-1)! }
    const inside = rest.filter((run) => isIn(run, box))
    const table = tableOf(grid, inside, words)
    if (table === null) continue
    tables.push({ box, table })
    const taken = new Set(inside)
    rest = rest.filter((run) => !taken.has(run))
  }
  return { tables, rest }
}

const middleOf = ({ left, right }: Run) => (left + right) / 2
const heightOf = ({ baseline, size }: Run) => baseline - size * 0.3

const isIn = (run: Run, { left, right, top, bottom }: Box) =>
  left <= middleOf(run) && middleOf(run) <= right && top <= heightOf(run) && heightOf(run) <= bottom

/** Groups of lines that touch each other, directly or through others. */
function groupsOf(rulings: readonly Ruling[]): Ruling[][] {
  const across = rulings.filter(({ isHorizontal }) => isHorizontal)
  const down = rulings.filter(({ isHorizontal }) => !isHorizontal).sort((a, b) => a.at - b.at)
  if (across.length < 2 || down.length < 2) return []
  const parents = new Map<Ruling, Ruling>()
  const find = (each: Ruling): Ruling => {
    let root = each
    while (parents.has(root)) root = parents.get(root)!
    while (parents.has(each)) {
      const next = parents.get(each)!
      if (next !== root) parents.set(each, root)
      each = next
    }
    return root
  }
  for (const row of across) {
    for (let i = lowerBound(down, row.from - NEAR); i < down.length && down[i]!.at <= row.to + NEAR; i++) {
      const column = down[i]!
      if (column.from - NEAR > row.at || row.at > column.to + NEAR) continue
      const [a, b] = [find(row), find(column)]
      if (a !== b) parents.set(a, b)
    }
  }
  return [...Map.groupBy([...across, ...down], find).values()].filter((group) => group.length >= 4)
}

/** The index of the first ruling, in sorted order, at or after a position. */
function lowerBound(sorted: readonly Ruling[], at: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.at < at) low = middle + 1
    else high = middle
  }
  return low
}

function gridOf(rulings: Ruling[]): Grid | null {
  const xs = places(rulings.filter(({ isHorizontal }) => !isHorizontal))
  const ys = places(rulings.filter(({ isHorizontal }) => isHorizontal))
  const [columns, rows] = [xs.length - 1, ys.length - 1]
  if (columns < 2 || rows < 1 || columns > MAX_COLUMNS || rows > MAX_ROWS) return null
  return { xs, ys, rulings }
}

function places(rulings: readonly Ruling[]): number[] {
  const found: number[] = []
  for (const { at } of [...rulings].sort((a, b) => a.at - b.at)) {
    if (found.length === 0 || at - found.at(-1)! > NEAR) found.push(at)
  }
  return found
}

/** Returns a function that tells whether a line separates two cells, by running along most of their common edge. */
function parts({ rulings }: Grid, isHorizontal: boolean) {
  const lines = rulings.filter((each) => each.isHorizontal === isHorizontal)
  return (at: number, from: number, to: number) => {
    let covered = 0
    for (const line of lines) {
      if (Math.abs(line.at - at) > NEAR) continue
      covered += Math.max(0, Math.min(line.to, to) - Math.max(line.from, from))
    }
    return covered >= (to - from) / 2
  }
}

function tableOf(grid: Grid, runs: readonly Run[], words: Vocabulary): Table | null {
  const { xs, ys } = grid
  const cells = runsByCell(grid, partByRulings(grid, runs))
  const [partsRows, partsColumns] = [parts(grid, true), parts(grid, false)]
  const taken = new Set<number>()
  const rows: Cell[][] = []
  let [filled, all] = [0, 0]
  const columnCount = xs.length - 1
  for (let y = 0; y < ys.length - 1; y++) {
    const row: Cell[] = []
    for (let x = 0; x < columnCount; x++) {
      if (taken.has(y * columnCount + x)) continue
      let [columns, height] = [1, 1]
      while (x + columns < columnCount && !partsColumns(xs[x + columns]!, ys[y]!, ys[y + 1]!)) columns++
      while (y + height < ys.length - 1 && !partsRows(ys[y + height]!, xs[x]!, xs[x + columns]!)) height++
      const inside: Run[] = []
      for (let dy = 0; dy < height; dy++) {
        for (let dx = 0; dx < columns; dx++) {
          const id = (y + dy) * columnCount + x + dx
          taken.add(id)
          inside.push(...(cells.get(id) ?? []))
        }
      }
      const spans = joinLines(makeLines(inside).map(spansOf), words)
      all++
      if (spans.length > 0) filled++
      row.push({ spans, columns, rows: height, isHead: false })
    }
    rows.push(row)
  }
  const kept = rows.filter((row) => row.some(({ spans }) => spans.length > 0))
  if (kept.length === 0 || filled < 2 || filled < all * MIN_FILLED) return null
  if (Math.max(...kept.map((row) => row.length)) < 2) return null
  // If empty rows were removed, cells that span several rows would span too many.
  const spread = kept.length < rows.length ? kept.map((row) => row.map((cell) => ({ ...cell, rows: 1 }))) : kept
  return { kind: 'table', rows: withHead(spread) }
}

/** Splits runs at the lines between cells, as pdf.js takes narrow gaps for spaces. */
const partByRulings = ({ xs, rulings }: Grid, runs: readonly Run[]): Run[] =>
  runs.flatMap((run) => {
    if (!run.text.trim().includes(' ')) return [run]
    const height = heightOf(run)
    const places = xs.filter(
      (x) =>
        x > run.left + 1 &&
        x < run.right - 1 &&
        rulings.some(
          (line) => !line.isHorizontal && Math.abs(line.at - x) < NEAR && line.from < height && height < line.to,
        ),
    )
    return places.length === 0 ? [run] : splitRun(run, places)
  })

function runsByCell({ xs, ys }: Grid, runs: readonly Run[]): Map<number, Run[]> {
  const indexOf = (edges: readonly number[], at: number) => {
    let index = 0
    while (index < edges.length - 2 && at >= edges[index + 1]!) index++
    return index
  }
  return Map.groupBy(
    runs,
    (run) =>
      // Long text may extend beyond its cell, so its beginning decides.
      indexOf(ys, heightOf(run)) * (xs.length - 1) +
      indexOf(xs, run.left + Math.min(run.size, (run.right - run.left) / 2)),
  )
}
