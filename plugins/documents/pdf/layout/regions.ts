import type { Box, Line, Ruling, Table } from '../model.ts'

/** A part of a page in one place: a line of text, or a table with rulings. */
export interface Piece extends Box {
  line?: Line
  table?: Table
}

/** The minimum width of a gutter between columns, relative to the size of the text. */
const GUTTER = 0.7
/** A column has more lines than this. */
const MIN_LINES = 3
/** The minimum of letters in the median line of a column of prose. */
const PROSE_LETTERS = 18
/** The minimum width of the median line of a column of prose, relative to a full line. */
const PROSE_FILL = 0.55
/** Maximum of possible column starts that are tried. */
const MAX_CANDIDATES = 24
/** Edges within this many points are the same. */
const NEAR = 3
/** Maximum nesting of columns. */
const MAX_DEPTH = 12

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Splits the pieces of a page into columns in reading order. Each column has its pieces from top to bottom. */
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

/** A gutter, with pieces `from` to `to` on its left and right. */
interface Gutter {
  from: number
  to: number
  left: Piece[]
  right: Piece[]
}

/** The gutter that separates the most lines. */
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

/** Positions at which several of the values are, the most common first. */
function clusters(values: readonly number[]): number[] {
  const near = Map.groupBy(values, (value) => Math.round(value / NEAR))
  return [...near.values()]
    .filter((list) => list.length >= MIN_LINES)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_CANDIDATES)
    .map(median)
}

/** The vertical sections of a page in which nothing is between `from` and `to`. */
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

/** Whether two sides are columns to be read one after the other, and not line by line like a table. */
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
  // A heading may be wider than the columns below it.
  const full = widths[Math.floor(widths.length * 0.9)]!
  return letters >= PROSE_LETTERS && median(widths) >= PROSE_FILL * full
}

/** The number of letters. A character of a script without letters counts as two. */
const lettersIn = (text: string): number =>
  text.length + (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0)

/** The share of lines with a line at the same height on the other side, for the side with fewer lines. */
function sharedBaselines(before: readonly Line[], after: readonly Line[]): number {
  const [few, many] = before.length < after.length ? [before, after] : [after, before]
  const baselines = new Set(many.flatMap(({ baseline }) => [Math.floor(baseline), Math.ceil(baseline)]))
  return few.filter(({ baseline }) => baselines.has(Math.round(baseline))).length / few.length
}
