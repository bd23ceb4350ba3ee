import type { Line } from '../model.ts'
import { romanOf } from '../text/markers.ts'

/** Where headers and footers stand, as shares of the page's height. */
const TOP = 0.12
const BOTTOM = 0.86
/** Documents of fewer pages repeat nothing that could be told from the text. */
const MIN_PAGES = 3
/** A line that is on so many of the pages is one of them; those of left and right pages may differ. */
const MIN_SHARE = 0.4
/** Between pages with the same line, where it names a chapter: those of left and right pages may differ. */
const MAX_STEP = 2
/** What names a chapter stands so far from the text of the page, in its size, and is hardly larger. */
const MIN_DISTANCE = 1
const MAX_LARGER = 1.05
/** Of a page with more lines at its edges none names a chapter. */
const MAX_EDGE_LINES = 100

/** A page's number, alone or with the word for it in languages that are often met, and with how many there are. */
const PAGE_NUMBER =
  /^\W*(?:(?:pages?|pg?\.?|seite|s\.|p[áa]gina|pagina|strana|strona|sida|side|стр\.?|страница|第)\s*)?(\d{1,5})(?:\s*(?:\/|of|von|sur|de|di|из)\s*\d{1,5})?\W*(?:页|頁|ページ)?$/iu
/** A number and nothing else. */
const NUMBER = /^[^\p{L}\p{N}]*(?:(\d{1,5})|([ivxlc]{1,7}))[^\p{L}\p{N}]*$/iu

/** The lines of one page and its height. */
export interface PageLines {
  lines: Line[]
  height: number
}

/**
 * Pages without running heads and feet: lines at the edge that come again from page to page but for their numbers.
 * `bodySize` is the size of most text.
 */
export function withoutRunningHeaders<T extends PageLines>(pages: readonly T[], bodySize: number): T[] {
  return withoutRepeated(
    pages.map((page, i) => withoutNumber(page, i + 1)),
    bodySize,
  )
}

/** A line at the edge that says what page this is, and no more. */
function withoutNumber<T extends PageLines>(page: T, number: number): T {
  const isNumber = (line: Line) => {
    const text = textOf(line)
    return Number(PAGE_NUMBER.exec(text)?.[1]) === number || valueOf(text) === number
  }
  const edge = edgeLines(page).filter(isNumber)
  const alone = edge.filter((line) => !page.lines.some((other) => other !== line && isBeside(line, other)))
  return alone.length === 0 ? page : { ...page, lines: page.lines.filter((line) => !alone.includes(line)) }
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
    const found = edge.lines.filter(isRepeated)
    // What stands beside a page's number changes from chapter to chapter.
    const repeated = new Set(
      edge.lines.flatMap(({ line }) =>
        found.some((each) => Math.abs(each.line.baseline - line.baseline) < 1.5) ? [line] : [],
      ),
    )
    return repeated.size === 0 ? page : { ...page, lines: page.lines.filter((line) => !repeated.has(line)) }
  })
}

/** A line at the edge of a page. */
interface EdgeLine {
  line: Line
  /** What it says with every number alike, and roughly where. */
  key: string
  /** Where it is a number alone. */
  number: number | null
}

/** The lines at the edge of a page, and its numbers that stand alone, by where. */
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

/** The number that a line says and nothing else; null where it says more. */
function valueOf(text: string): number | null {
  const [, digits, roman] = NUMBER.exec(text) ?? []
  if (digits !== undefined) return Number(digits)
  return roman === undefined ? null : romanOf(roman.toLowerCase())
}

/** A number that is alone counts the pages: those before or behind it go on with it, as no numbers of a table do. */
function isInSequence({ key, number }: EdgeLine, at: number, edges: readonly Edge[]): boolean {
  if (number === null) return true
  return [-2, -1, 1, 2].some((step) => edges[at + step]?.numbers.has(`${key} ${number + step}`))
}

/** Of how many pages a line is, and for each of them, of how many in a row. */
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

/** No line of the page's text is near. */
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
