import type { Line } from '../model.ts'
import { romanOf } from '../text/markers.ts'

/** Headers are above and footers are below these positions, relative to the height of the page. */
const TOP = 0.12
const BOTTOM = 0.86
/** In documents with fewer pages, headers cannot be told from text. */
const MIN_PAGES = 3
/** Minimum share of pages with the same line for a header. Left and right pages may have different ones. */
const MIN_SHARE = 0.4
/** Maximum step between pages with the same name of a chapter. Left and right pages may have different ones. */
const MAX_STEP = 2
/** Minimum distance of the name of a chapter from the text, and its maximum size, both relative to text size. */
const MIN_DISTANCE = 1
const MAX_LARGER = 1.05
/** Lines whose baselines are closer than this, in points, are at the same height. */
const SAME_HEIGHT = 1.5
/** On pages with more lines at the edges no names of chapters are looked for: each is compared with all lines. */
const MAX_EDGE_LINES = 100

/** A page number, alone or with the word for page in common languages, and with or without the total. */
const PAGE_NUMBER =
  /^\W*(?:(?:pages?|pg?\.?|seite|s\.|p[áa]gina|pagina|strana|strona|sida|side|стр\.?|страница|第)\s*)?(\d{1,5})(?:\s*(?:\/|of|von|sur|de|di|из)\s*\d{1,5})?\W*(?:页|頁|ページ)?$/iu
/** A number alone, in Arabic or Roman numerals. */
const NUMBER = /^[^\p{L}\p{N}]*(?:(\d{1,5})|([ivxlc]{1,7}))[^\p{L}\p{N}]*$/iu

/** The lines of one page and its height. */
export interface PageLines {
  lines: Line[]
  height: number
}

/**
 * Removes running headers and footers from pages: lines at the edges that repeat from page to page, apart from their
 * numbers. `bodySize`: the size of most text in points.
 */
export function withoutRunningHeaders<T extends PageLines>(pages: readonly T[], bodySize: number): T[] {
  return withoutRepeated(
    pages.map((page, i) => withoutNumber(page, i + 1)),
    bodySize,
  )
}

/** Removes lines at the edges that have only the page number. */
function withoutNumber<T extends PageLines>(page: T, number: number): T {
  const isNumber = (line: Line) => {
    const text = textOf(line)
    return Number(PAGE_NUMBER.exec(text)?.[1]) === number || valueOf(text) === number
  }
  const numbers = edgeLines(page).filter(isNumber)
  if (numbers.length === 0) return page
  const gaps = gapsOf(page.lines)
  const alone = new Set(numbers.filter((line) => gaps.get(line)! >= line.size))
  return alone.size === 0 ? page : { ...page, lines: page.lines.filter((line) => !alone.has(line)) }
}

/** The distance of each baseline from the nearest one of another line. */
function gapsOf(lines: readonly Line[]): Map<Line, number> {
  const sorted = [...lines].sort((a, b) => a.baseline - b.baseline)
  return new Map(
    sorted.map((line, i) => {
      const before = sorted[i - 1]?.baseline ?? Number.NEGATIVE_INFINITY
      const after = sorted[i + 1]?.baseline ?? Number.POSITIVE_INFINITY
      return [line, Math.min(line.baseline - before, after - line.baseline)]
    }),
  )
}

const isBeside = (a: Line, b: Line) => Math.abs(a.baseline - b.baseline) < a.size

function withoutRepeated<T extends PageLines>(pages: readonly T[], bodySize: number): T[] {
  if (pages.length < MIN_PAGES) return [...pages]
  const edges = pages.map((page) => edgeOf(page))
  const places = placesOf(edges)
  const most = Math.max(pages.length * MIN_SHARE, MIN_PAGES)
  return pages.map((page, i) => {
    const edge = edges[i]!
    const isRepeated = (each: EdgeLine) => {
      const found = places.get(each.key)
      if (found === undefined || !isInSequence(each, i, edges)) return false
      const isOfChapter = (found.near.get(i) ?? 0) >= MIN_PAGES && each.line.size <= bodySize * MAX_LARGER
      return found.pages >= most || (isOfChapter && edge.lines.length <= MAX_EDGE_LINES && isSetOff(each.line, page))
    }
    // Text beside a page number goes with it, as it changes from chapter to chapter.
    const repeated = besideAny(edge.lines, edge.lines.filter(isRepeated))
    return repeated.size === 0 ? page : { ...page, lines: page.lines.filter((line) => !repeated.has(line)) }
  })
}

/** The lines at the same height as any of the others, which are among them. */
function besideAny(lines: readonly EdgeLine[], others: readonly EdgeLine[]): Set<Line> {
  const heights = others.map(({ line }) => line.baseline).sort((a, b) => a - b)
  const sorted = lines.map(({ line }) => line).sort((a, b) => a.baseline - b.baseline)
  const found = new Set<Line>()
  let next = 0
  for (const line of sorted) {
    while (next < heights.length && heights[next]! <= line.baseline - SAME_HEIGHT) next++
    if (next < heights.length && heights[next]! < line.baseline + SAME_HEIGHT) found.add(line)
  }
  return found
}

/** A line at the edge of a page. */
interface EdgeLine {
  line: Line
  /** Its text with all numbers replaced, and its approximate position. */
  key: string
  /** Its value if it is a number alone. */
  number: number | null
}

/** The lines at the edges of a page, and the keys and values of those that are a number alone. */
interface Edge {
  lines: EdgeLine[]
  numbers: Set<string>
}

function edgeOf(page: PageLines): Edge {
  const lines = edgeLines(page).map((line): EdgeLine => {
    const text = textOf(line)
    const place = Math.round((line.baseline / page.height) * 40)
    const number = valueOf(text)
    const said = number === null ? text.replace(/\d+/g, '#').replace(/\s+/g, ' ') : '#'
    return { line, key: `${said} ${place}`, number }
  })
  return {
    lines,
    numbers: new Set(lines.flatMap(({ key, number }) => (number === null ? [] : [`${key} ${number}`]))),
  }
}

/** The value of a text that is a number alone; null for other text. */
function valueOf(text: string): number | null {
  const [, digits, roman] = NUMBER.exec(text) ?? []
  if (digits !== undefined) return Number(digits)
  return roman === undefined ? null : romanOf(roman.toLowerCase())
}

/** Whether a number alone counts pages: a page nearby has the matching one, unlike the numbers of a table. */
function isInSequence({ key, number }: EdgeLine, at: number, edges: readonly Edge[]): boolean {
  if (number === null) return true
  return [-2, -1, 1, 2].some((step) => edges[at + step]?.numbers.has(`${key} ${number + step}`))
}

/** The number of pages with a line, and for each of them the length of its row of pages with that line. */
interface Places {
  pages: number
  near: Map<number, number>
}

function placesOf(edges: readonly Edge[]): Map<string, Places> {
  const found = new Map<string, number[]>()
  for (const [i, edge] of edges.entries()) {
    const keys = edge.lines.filter((each) => isInSequence(each, i, edges)).map(({ key }) => key)
    for (const key of new Set(keys)) {
      const pages = found.get(key)
      if (pages) pages.push(i)
      else found.set(key, [i])
    }
  }
  return new Map([...found].map(([key, pages]) => [key, { pages: pages.length, near: rowsOf(pages) }]))
}

function rowsOf(pages: readonly number[]): Map<number, number> {
  const rows: number[][] = []
  for (const page of pages) {
    const row = rows.at(-1)
    if (row !== undefined && page - row.at(-1)! <= MAX_STEP) row.push(page)
    else rows.push([page])
  }
  return new Map(rows.flatMap((row) => row.map((page) => [page, row.length] as const)))
}

/** Whether no other line of the page is near. */
const isSetOff = (line: Line, { lines }: PageLines) =>
  !lines.some(
    (other) =>
      !isBeside(line, other) &&
      other.top - line.bottom < line.size * MIN_DISTANCE &&
      line.top - other.bottom < line.size * MIN_DISTANCE,
  )

const edgeLines = ({ lines, height }: PageLines) =>
  lines.filter(({ top, bottom }) => bottom < height * TOP || top > height * BOTTOM)

const textOf = ({ runs }: Line) =>
  runs
    .map((run) => run.text)
    .join(' ')
    .trim()
