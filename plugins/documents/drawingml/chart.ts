import { escape, tag } from '../html-writer/markup.ts'
import { type TableRow, writeTable } from '../html-writer/table.ts'
import { childOf, childrenOf, elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import { wordsOf } from './words.ts'

/** Maximum of points of a series. */
const MAX_POINTS = 2_000
/** Maximum of cells in the table of a chart. */
const MAX_CELLS = 50_000

/** The data of a chart as a table: a row for each category, a column for each series. */
export const chartHtml = (root: XmlElement): string => {
  const chart = childOf(root, 'c:chart')
  const area = chart && childOf(chart, 'c:plotArea')
  if (!chart || !area) return ''
  const caption = textOf(childOf(chart, 'c:title'))
  const series = elementsOf(area)
    .flatMap((plot) => elementsOf(plot))
    .filter(({ name }) => name === 'c:ser')
    .map((each) => ({
      name: textOf(childOf(each, 'c:tx')),
      categories: categoriesOf(childOf(each, 'c:cat') ?? childOf(each, 'c:xVal')),
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

/** The text of a title or name, which may be that of a cell. */
const textOf = (element: XmlElement | undefined): string => {
  if (element === undefined) return ''
  const literal = childOf(element, 'c:v')
  return pointsOf(element)[0] ?? (literal ? xmlText(literal).trim() : wordsOf(element))
}

/** A number with 15 digits, as programs show it. They store 17. */
const shown = (value: string): string =>
  /^-?\d+\.\d{14,}$/.test(value) ? String(Number(Number(value).toPrecision(15))) : value

/** The names of categories. One of several levels has the label of an outer level before the first of its own. */
const categoriesOf = (element: XmlElement | undefined): string[] => {
  const reference = element && childOf(element, 'c:multiLvlStrRef')
  const cache = reference && childOf(reference, 'c:multiLvlStrCache')
  if (!cache) return pointsOf(element)
  // The innermost level comes first.
  const [inner = [], ...outer] = childrenOf(cache, 'c:lvl').map(pointsOf)
  return outer.reduce((names, labels) => names.map((name, i) => `${labels[i] ?? ''} ${name}`.trim()), inner)
}

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
