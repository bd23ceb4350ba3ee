import { escape, tag } from '../html-writer/markup.ts'
import { type TableRow, writeTable } from '../html-writer/table.ts'
import { childOf, elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'

/** Maximum of points of a series. */
const MAX_POINTS = 2_000
/** Maximum of cells in the table of a chart. */
const MAX_CELLS = 50_000

/** The data of a chart as a table: a row for each category, a column for each series. */
export const chartHtml = (root: XmlElement): string => {
  const chart = childOf(root, 'c:chart')
  const area = chart && childOf(chart, 'c:plotArea')
  if (!chart || !area) return ''
  const title = childOf(chart, 'c:title')
  const caption = title ? wordsOf(title) : ''
  const series = elementsOf(area)
    .flatMap((plot) => elementsOf(plot))
    .filter(({ name }) => name === 'c:ser')
    .map((each) => ({
      name: textOf(childOf(each, 'c:tx')),
      categories: pointsOf(childOf(each, 'c:cat') ?? childOf(each, 'c:xVal')),
      values: pointsOf(childOf(each, 'c:val') ?? childOf(each, 'c:yVal')),
    }))
  if (series.length === 0) return caption === '' ? '' : tag('p', escape(caption))
  const categories = series[0]!.categories
  const longest = series.reduce((most, { values }) => Math.max(most, values.length), 0)
  const count = Math.min(longest, Math.floor(MAX_CELLS / series.length))
  const cell = (text: string | undefined) => ({ html: escape(text ?? '') })
  const rows: TableRow[] = [{ cells: [cell(''), ...series.map(({ name }) => cell(name))], isHead: true }]
  for (let i = 0; i < count; i++) {
    rows.push({ cells: [cell(categories[i] ?? String(i + 1)), ...series.map(({ values }) => cell(values[i]))] })
  }
  return writeTable(rows, escape(caption))
}

const textOf = (element: XmlElement | undefined): string =>
  element === undefined ? '' : (pointsOf(element)[0] ?? wordsOf(element))

/** The text of all runs within an element. */
const wordsOf = (element: XmlElement): string =>
  elementsOf(element)
    .map((child) => (child.name === 'a:t' || child.name === 'c:v' ? xmlText(child) : wordsOf(child)))
    .filter((text) => text !== '')
    .join(' ')

/** A number with 15 digits, as programs show it. They store 17. */
const shown = (value: string): string =>
  /^-?\d+\.\d{14,}$/.test(value) ? String(Number(Number(value).toPrecision(15))) : value

/** The cached values of the cells from which a chart was made. */
const pointsOf = (element: XmlElement | undefined): string[] => {
  const points: string[] = []
  const visit = (parent: XmlElement) => {
    for (const child of elementsOf(parent)) {
      const place = Number(child.attributes.idx)
      if (child.name !== 'c:pt') visit(child)
      else if (place >= 0 && place < MAX_POINTS) points[place] = shown(xmlText(child).trim())
    }
  }
  if (element) visit(element)
  return Array.from(points, (point) => point ?? '')
}
