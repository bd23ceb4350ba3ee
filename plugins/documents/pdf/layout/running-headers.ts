import type { Line } from '../model.ts'

/** Where headers and footers stand, as shares of the page's height. */
const TOP = 0.12
const BOTTOM = 0.88
/** Documents of fewer pages repeat nothing that could be told from the text. */
const MIN_PAGES = 3
/** A line that is on so many of the pages is one of them; those of left and right pages may differ. */
const MIN_SHARE = 0.4

/** A page's number, alone or with the word for it in languages that are often met, and with how many there are. */
const PAGE_NUMBER =
  /^\W*(?:(?:pages?|pg?\.?|seite|s\.|p[áa]gina|pagina|strana|strona|sida|side|стр\.?|страница|第)\s*)?(\d{1,5})(?:\s*(?:\/|of|von|sur|de|di|из)\s*\d{1,5})?\W*(?:页|頁|ページ)?$/iu

/** The lines of one page and its height. */
export interface PageLines {
  lines: Line[]
  height: number
}

/**
 * Pages without running heads and feet: lines at the edge that come again from page to page but for their numbers.
 */
export function withoutRunningHeaders<T extends PageLines>(pages: readonly T[]): T[] {
  return withoutRepeated(pages.map((page, i) => withoutNumber(page, i + 1)))
}

/** A line at the edge that says what page this is, and no more. */
function withoutNumber<T extends PageLines>(page: T, number: number): T {
  const isNumber = ({ runs }: Line) => {
    const text = runs.map((run) => run.text).join(' ')
    const found = PAGE_NUMBER.exec(text.trim())
    return Number(found?.[1]) === number
  }
  const edge = edgeLines(page).filter(isNumber)
  const alone = edge.filter((line) => !page.lines.some((other) => other !== line && isBeside(line, other)))
  return alone.length === 0 ? page : { ...page, lines: page.lines.filter((line) => !alone.includes(line)) }
}

const isBeside = (a: Line, b: Line) => Math.abs(a.baseline - b.baseline) < a.size

function withoutRepeated<T extends PageLines>(pages: readonly T[]): T[] {
  if (pages.length < MIN_PAGES) return [...pages]
  const counts = new Map<string, number>()
  for (const page of pages) {
    for (const key of new Set(edgeLines(page).map((line) => keyOf(line, page.height)))) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const most = pages.length * MIN_SHARE
  return pages.map((page) => {
    const isRepeated = (line: Line) => (counts.get(keyOf(line, page.height)) ?? 0) >= Math.max(most, MIN_PAGES)
    const edge = edgeLines(page)
    const found = edge.filter(isRepeated)
    // What stands beside a page's number changes from chapter to chapter.
    const repeated = new Set(
      edge.filter((line) => found.some(({ baseline }) => Math.abs(baseline - line.baseline) < 1.5)),
    )
    return repeated.size === 0 ? page : { ...page, lines: page.lines.filter((line) => !repeated.has(line)) }
  })
}

const edgeLines = ({ lines, height }: PageLines) =>
  lines.filter(({ top, bottom }) => bottom < height * TOP || top > height * BOTTOM)

/** What a line says with every number alike, and roughly where. */
function keyOf({ runs, baseline }: Line, height: number): string {
  const text = runs
    .map((run) => run.text)
    .join(' ')
    .trim()
  const isRoman = /^[ivxlc]+$/i.test(text)
  return `${isRoman ? '#' : text.replace(/\d+/g, '#').replace(/\s+/g, ' ')} ${Math.round((baseline / height) * 40)}`
}
