import { type CellValue, dateToSerial, EncryptedFileError, readOds, readXlsx, type Sheet } from 'hucre'
import { Unreadable } from '../../content/sandbox-toolkit.ts'
import { odfProperties } from '../odf/properties.ts'
import { coreProperties } from '../opc/core-properties.ts'
import { encrypted } from '../opc/encrypted.ts'
import type { Package } from '../opc/open-package.ts'
import { type Relation, relationsOf, targetOf } from '../opc/relationships.ts'
import { childOf, childrenOf } from '../xml/xml-tree.ts'
import { elapsedTime, isElapsed } from './elapsed.ts'
import { MAX_FORMAT } from './format.ts'
import type { Cell, Grid } from './grid.ts'
import { tooLarge, type Workbook } from './workbook.ts'

const NEW_YEAR_1900 = Date.UTC(1900, 0, 1)
const AFTER_1904 = Date.UTC(1904, 0, 2)

/** Reads XLSX and ODS. The archive has been checked before. */
export async function readPackaged(bytes: Uint8Array, parts: Package): Promise<Workbook> {
  const isOpenDocument = parts.has('content.xml')
  // Reading formats takes as much memory as the cells, and only formats of elapsed time matter.
  const readStyles = !isOpenDocument && hasElapsed(await checkedFormats(parts))
  const workbook = await (isOpenDocument ? readOds(bytes) : readXlsx(bytes, { readStyles })).catch((cause: unknown) => {
    throw refusalOf(cause)
  })
  const is1904 = workbook.dateSystem === '1904'
  const concealed = isOpenDocument ? await hiddenTables(parts) : new Set<string>()
  const grids = workbook.sheets.map(
    (sheet): Grid => ({
      name: sheet.name,
      rows: isOpenDocument ? sheet.rows.map((row) => row.map(timeOf)) : withElapsed(sheet, is1904),
      hidden: sheet.hidden || sheet.veryHidden || concealed.has(sheet.name),
      merges: sheet.merges,
      links: linksOf(sheet),
      epoch: is1904 ? AFTER_1904 : NEW_YEAR_1900,
    }),
  )
  return { grids, properties: await (isOpenDocument ? odfProperties(parts) : coreProperties(parts)) }
}

/** The links of a sheet's cells, row by row. The library lists those from formulas before the others. */
const linksOf = ({ cells }: Sheet): string[] =>
  [...(cells ?? [])]
    .flatMap(([place, { hyperlink, formula = '' }]) => {
      const link = hyperlink?.target ?? linkOfFormula(formula)
      const [row, column] = place.split(',').map(Number) as [number, number]
      return link ? [{ row, column, link }] : []
    })
    .sort((left, right) => left.row - right.row || left.column - right.column)
    .map(({ link }) => link)

/** The literal address in a HYPERLINK formula, in which quotes are doubled. */
const linkOfFormula = (formula: string): string | undefined =>
  /\bHYPERLINK\(\s?"((?:[^"]|"")+)"\s?[,;)]/i.exec(formula)?.[1]?.replaceAll('""', '"')

/** The error for the caller. Unknown errors mean that the file is damaged. */
const refusalOf = (cause: unknown): unknown => {
  if (cause instanceof EncryptedFileError) return encrypted()
  return cause instanceof Error && /exceed|too (many|large)|limit/i.test(cause.message) ? tooLarge() : cause
}

/**
 * The formats of a workbook. Refuses one that would take much longer than its size suggests: the library reads the
 * part of a sheet each time that it is listed, and the format of a cell for each cell.
 */
async function checkedFormats(parts: Package): Promise<string> {
  const name = targetOf(await relationsOf(parts, ''), 'officeDocument') ?? 'xl/workbook.xml'
  const relations = await relationsOf(parts, name)
  await refuseRepeatedSheets(parts, name, relations)
  const styles = (await parts.text(targetOf(relations, 'styles') ?? 'xl/styles.xml')) ?? ''
  if (LONG_FORMAT.test(styles))
    throw new Unreadable('too_complex', `The workbook has a number format of more than ${MAX_FORMAT} characters`)
  return styles
}

const LONG_FORMAT = new RegExp(`\\sformatCode\\s?=\\s?(?:"[^"]{${MAX_FORMAT}}|'[^']{${MAX_FORMAT}})[^"']`)

async function refuseRepeatedSheets(parts: Package, name: string, relations: ReadonlyMap<string, Relation>) {
  const root = await parts.xml(name)
  const list = root && childOf(root, 'sheets')
  const targets = (list ? childrenOf(list, 'sheet') : []).flatMap(
    ({ attributes }) => relations.get(attributes['r:id'] ?? '')?.target ?? [],
  )
  if (new Set(targets).size < targets.length)
    throw new Unreadable('damaged', 'The workbook is damaged: several of its sheets are the same file')
}

/** Whether a workbook uses a format for elapsed time: its own, or the built-in one. */
const hasElapsed = (styles: string): boolean => isElapsed(styles) || styles.includes('numFmtId="46"')

/** The rows of a sheet, with elapsed times as text, which the library returns as dates. */
const withElapsed = ({ rows, cells }: Sheet, is1904: boolean): CellValue[][] => {
  for (const [place, { value, style }] of cells ?? []) {
    if (!(value instanceof Date) || !isElapsed(style?.numFmt ?? '')) continue
    const [row, column] = place.split(',').map(Number) as [number, number]
    rows[row]![column] = elapsedTime(dateToSerial(value, is1904))
  }
  return rows
}

/** A time in the format of OpenDocument, which may exceed 24 hours. */
const timeOf = (cell: Cell): Cell => {
  const found = typeof cell === 'string' ? /^PT(\d{1,6})H(\d{2})M(\d{2})(?:[.,]\d+)?S$/.exec(cell) : null
  return found ? `${found[1]!.padStart(2, '0')}:${found[2]}:${found[3]}` : cell
}

/** The names of the sheets that are hidden by their style. */
const hiddenTables = async (parts: Package): Promise<ReadonlySet<string>> => {
  const names = new Set<string>()
  // Checked first, as parsing a large file costs as much as reading it.
  if (!(await parts.text('content.xml'))?.includes(':display="false"')) return names
  const root = await parts.xml('content.xml')
  const automatic = root && childOf(root, 'office:automatic-styles')
  const styles = new Set<string>()
  for (const style of automatic ? childrenOf(automatic, 'style:style') : []) {
    const properties = childOf(style, 'style:table-properties')
    if (properties?.attributes['table:display'] === 'false') styles.add(style.attributes['style:name'] ?? '')
  }
  const body = root && childOf(root, 'office:body')
  const sheets = body && childOf(body, 'office:spreadsheet')
  for (const { attributes } of sheets ? childrenOf(sheets, 'table:table') : []) {
    if (styles.has(attributes['table:style-name'] ?? '')) names.add(attributes['table:name'] ?? '')
  }
  return names
}
