import type { Box, Line, Ruling, Table } from '../model.ts'

/** What stands in one place of a page: a line of text, or a table whose lines are drawn. */
export interface Piece extends Box {
  line?: Line
  table?: Table
}

/** The space between columns is wider than this, in sizes of the text. */
const GUTTER = 0.7
/** A column has more lines than this. */
const MIN_LINES = 3
/** The median line of a column of prose has so many letters. */
const PROSE_LETTERS = 18
/** The median line of a column of prose has this share of the width of a full line. */
const PROSE_FILL = 0.55
/** More places where columns might begin are not tried. */
const MAX_CANDIDATES = 24
/** Edges that stand within this are one, points. */
const NEAR = 3
/** No page has so many columns within columns. */
const MAX_DEPTH = 12

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Pieces of a page as columns, in the order in which they are read; each has its pieces from top to bottom. */
export function splitRegions(pieces: readonly Piece[], rulings: readonly Ruling[], isRightToLeft: boolean): Piece[][] {
  const across = rulings.filter(({ isHorizontal }) => isHorizontal)
  const split = (within: Piece[], depth: number): Piece[][] => {
    const found = depth < MAX_DEPTH ? findGutter(within, across) : null
    if (found === null) return within.length === 0 ? [] : [within]
    const { from, to, left, right } = found
    const columns = isRightToLeft ? [right, left] : [left, right]
    return [within.slice(0, from), ...columns, within.slice(to)].flatMap((part) => split(part, depth + 1))
  }
  return split(
    [...pieces].sort((a, b) => a.top - b.top || a.left - b.left),
    0,
  )
}

/** Pieces `from` to `to`, in their order, stand left and right of a gutter. */
interface Gutter {
  from: number
  to: number
  left: Piece[]
  right: Piece[]
}

/** The gutter that parts the most lines. */
function findGutter(pieces: readonly Piece[], across: readonly Ruling[]): Gutter | null {
  const lines = pieces.filter(({ line }) => line !== undefined)
  if (lines.length < 2 * MIN_LINES) return null
  const width = GUTTER * median(lines.map(({ line }) => line!.size))
  const starts = clusters(lines.map(({ left }) => left)).map((at): [number, number] => [at - width, at - 1])
  const ends = clusters(lines.map(({ right }) => right)).map((at): [number, number] => [at + 1, at + width])
  let best: Gutter | null = null
  for (const [from, to] of [...starts, ...ends]) {
    for (const gutter of bandsOf(pieces, from, to)) {
      const size = gutter.left.length + gutter.right.length
      if (best !== null && size <= best.left.length + best.right.length) continue
      if (areColumns(gutter, across, (from + to) / 2)) best = gutter
    }
  }
  return best
}

/** Where several of these values lie, the most common first. */
function clusters(values: readonly number[]): number[] {
  const near = Map.groupBy(values, (value) => Math.round(value / NEAR))
  return [...near.values()]
    .filter((list) => list.length >= MIN_LINES)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_CANDIDATES)
    .map(median)
}

/** The stretches of a page in which nothing stands between `from` and `to`. */
function bandsOf(pieces: readonly Piece[], from: number, to: number): Gutter[] {
  const bands: Gutter[] = []
  let band: Gutter = { from: 0, to: 0, left: [], right: [] }
  for (const [i, piece] of pieces.entries()) {
    if (piece.right <= from + 1) band.left.push(piece)
    else if (piece.left >= to - 1) band.right.push(piece)
    else {
      bands.push({ ...band, to: i })
      band = { from: i + 1, to: i + 1, left: [], right: [] }
    }
  }
  bands.push({ ...band, to: pieces.length })
  return bands.filter(({ left, right }) => left.length > 0 && right.length > 0)
}

/** Whether two sides are read one after the other, and not line by line as a table is. */
function areColumns({ left, right }: Gutter, across: readonly Ruling[], middle: number): boolean {
  const [before, after] = [linesOf(left), linesOf(right)]
  if (before.length < MIN_LINES || after.length < MIN_LINES) return false
  const [a, b] = [extentOf(left), extentOf(right)]
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (shared < 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top)) return false
  const drawn = across.filter(
    ({ at, from, to }) => from < middle - 5 && to > middle + 5 && at > a.top + 2 && at < a.bottom - 2,
  )
  if (drawn.length >= 3) return false
  return (isProse(before) && isProse(after)) || sharedBaselines(before, after) < 0.5
}

const linesOf = (pieces: readonly Piece[]): Line[] => pieces.flatMap(({ line }) => line ?? [])

const extentOf = (pieces: readonly Piece[]) => ({
  top: Math.min(...pieces.map(({ top }) => top)),
  bottom: Math.max(...pieces.map(({ bottom }) => bottom)),
})

function isProse(lines: readonly Line[]): boolean {
  const letters = median(lines.map(({ runs }) => runs.reduce((sum, { text }) => sum + lettersIn(text), 0)))
  const widths = lines.map((line) => line.right - line.left).sort((a, b) => a - b)
  // A heading may reach further than the columns below it.
  const full = widths[Math.floor(widths.length * 0.9)]!
  return letters >= PROSE_LETTERS && median(widths) >= PROSE_FILL * full
}

/** A character of a script without letters says as much as two. */
const lettersIn = (text: string): number =>
  text.length + (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0)

/** The share of lines that stand beside a line of the other side, on the side with fewer lines. */
function sharedBaselines(before: readonly Line[], after: readonly Line[]): number {
  const [few, many] = before.length < after.length ? [before, after] : [after, before]
  const baselines = new Set(many.flatMap(({ baseline }) => [Math.floor(baseline), Math.ceil(baseline)]))
  return few.filter(({ baseline }) => baselines.has(Math.round(baseline))).length / few.length
}
