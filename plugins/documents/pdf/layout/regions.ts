import type { Box, Line, Ruling, Table } from '../model.ts'
import { lineOf } from '../text/lines.ts'

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
/** Minimum gap within a line that may be a gutter, relative to the size of the text. Words are closer together. */
const MIN_GAP = 0.9
/** Maximum share of lines of a column that are joined with a line of the other. */
const MAX_JOINED = 0.25
/** Columns that this many rulings cross are a table. */
const MIN_DRAWN = 3
/** Maximum of rulings between which columns are looked for. */
const MAX_SECTIONS = 12
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

/** A gutter around `middle`, with pieces `from` to `to` on its left and right. */
interface Gutter {
  middle: number
  /** How many lines were joined with one on the other side. */
  joined: number
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
    for (const band of bandsOf(pieces, from, to)) {
      // Its sections part no more lines than it does.
      if (linesParted(band) <= linesParted(best)) continue
      for (const gutter of withSections(band, pieces, across))
        if (linesParted(gutter) > linesParted(best) && areColumns(gutter, across)) best = gutter
    }
  }
  return best
}

/** The number of lines on both sides of a gutter that it parts without dividing one; fewer than any without one. */
const linesParted = (gutter: Gutter | null): number =>
  gutter === null ? Number.NEGATIVE_INFINITY : gutter.left.length + gutter.right.length - 2 * gutter.joined

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
  const middle = (from + to) / 2
  let band: Gutter = { middle, joined: 0, from: 0, to: 0, left: [], right: [] }
  const end = (at: number) => {
    const { left, right, joined } = band
    if (joined <= MAX_JOINED * Math.min(left.length, right.length)) bands.push({ ...band, to: at })
  }
  for (const [i, piece] of pieces.entries()) {
    const halves = partAt(piece, from, to)
    if (piece.right <= from + 1) band.left.push(piece)
    else if (piece.left >= to - 1) band.right.push(piece)
    else if (halves !== null) {
      band.left.push(halves[0])
      band.right.push(halves[1])
      band.joined++
    } else {
      end(i)
      band = { middle, joined: 0, from: i + 1, to: i + 1, left: [], right: [] }
    }
  }
  end(pieces.length)
  return bands.filter(({ left, right }) => left.length > 0 && right.length > 0)
}

/** The two lines beside a gutter that were read as one, since they are close together; null if they were not. */
function partAt({ line }: Piece, from: number, to: number): [Piece, Piece] | null {
  if (line === undefined || line.left > from || line.right < to) return null
  const at = line.runs.findIndex(({ right }) => right > from + 1)
  const [last, next] = [line.runs[at - 1], line.runs[at]]
  if (last === undefined || next === undefined || next.left < to - 1) return null
  if (next.left - last.right < MIN_GAP * line.size) return null
  return [pieceOf(lineOf(line.runs.slice(0, at))), pieceOf(lineOf(line.runs.slice(at)))]
}

/** A line as a piece of a page. */
export const pieceOf = (line: Line): Piece => {
  const { left, right, top, bottom } = line
  return { left, right, top, bottom, line }
}

/** Whether two sides are columns to be read one after the other, and not line by line like a table. */
function areColumns(gutter: Gutter, across: readonly Ruling[]): boolean {
  const { left, right } = gutter
  const [before, after] = [linesOf(left), linesOf(right)]
  if (before.length < MIN_LINES || after.length < MIN_LINES) return false
  const [a, b] = [extentOf(left), extentOf(right)]
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (shared < 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top)) return false
  if (drawnAcross(gutter, across).length >= MIN_DRAWN) return false
  if (isProse(before) && isProse(after)) return true
  // The numbers of items may come close to their text.
  return gutter.joined === 0 && sharedBaselines(before, after) < 0.5
}

/** The rulings that cross a gutter beside the pieces on its left. */
function drawnAcross({ left, middle }: Gutter, across: readonly Ruling[]): Ruling[] {
  const { top, bottom } = extentOf(left)
  return across.filter(({ at, from, to }) => from < middle - 5 && to > middle + 5 && at > top + 2 && at < bottom - 2)
}

/**
 * A gutter, followed by its sections between the rulings that cross it, if there are some but few: columns may be
 * below a head with rulings of its own.
 */
function withSections(gutter: Gutter, pieces: readonly Piece[], across: readonly Ruling[]): Gutter[] {
  if (Math.min(gutter.left.length, gutter.right.length) < MIN_LINES) return [gutter]
  const places = drawnAcross(gutter, across).map(({ at }) => at)
  if (places.length < MIN_DRAWN || places.length > MAX_SECTIONS) return [gutter]
  const within = pieces.slice(gutter.from, gutter.to)
  const edges = [Number.NEGATIVE_INFINITY, ...places.sort((a, b) => a - b), Number.POSITIVE_INFINITY]
  const sections = edges.slice(1).map((end, i) => {
    const isIn = ({ top }: Piece) => top >= edges[i]! && top < end
    const from = gutter.from + within.findIndex(isIn)
    const to = gutter.from + within.findLastIndex(isIn) + 1
    return { ...gutter, from, to, left: gutter.left.filter(isIn), right: gutter.right.filter(isIn) }
  })
  return [gutter, ...sections.filter(({ left, right }) => left.length > 0 && right.length > 0)]
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
