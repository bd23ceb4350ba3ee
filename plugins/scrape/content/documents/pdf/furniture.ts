import type { Line } from './model.ts'

/** Where headers and footers stand, as shares of the page's height. */
const TOP = 0.12
const BOTTOM = 0.88
/** Documents of fewer pages repeat nothing that could be told from the text. */
const FEWEST_PAGES = 3
/** A line that is on so many of the pages is one of them; those of left and right pages may differ. */
const MIN_SHARE = 0.4

/** The lines of one page and its height. */
export interface PageLines {
  lines: Line[]
  height: number
}

/** Pages without running heads and feet: lines at the edge that come again from page to page but for their numbers. */
export function withoutFurniture<T extends PageLines>(pages: readonly T[]): T[] {
  if (pages.length < FEWEST_PAGES) return [...pages]
  const counts = new Map<string, number>()
  for (const page of pages) {
    for (const key of new Set(edgeLines(page).map((line) => keyOf(line, page.height)))) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const most = pages.length * MIN_SHARE
  return pages.map((page) => {
    const isRepeated = (line: Line) => (counts.get(keyOf(line, page.height)) ?? 0) >= Math.max(most, FEWEST_PAGES)
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
