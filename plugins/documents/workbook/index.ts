import type { ReadDocument, Sheet } from '../../content/sandbox-toolkit.ts'
import { TextLimit } from '../html-writer/text-limit.ts'
import { checkPackage } from '../opc/open-package.ts'
import { refuseEncrypted } from '../opc/refuse-encrypted.ts'
import { Extent } from './extent.ts'
import { sheetOf } from './sheet-of.ts'
import { MAX_CELLS, type Workbook } from './workbook.ts'

/** Reads a workbook: XLSX, XLSM, XLSB and ODS, and XLS in its binary forms and as XML. */
export const read: ReadDocument = async (bytes) => {
  const { grids, properties, isCut = false } = await gridsOf(bytes)
  const limit = new TextLimit(bytes.length)
  if (isCut) limit.warn(TOO_MANY_CELLS)
  const sheets: Sheet[] = []
  let left = MAX_CELLS
  for (const grid of grids) {
    const found = sheetOf(grid, left)
    if (found === undefined) continue
    const { sheet, isCut } = found
    if (isCut) limit.warn(TOO_MANY_CELLS)
    left -= (sheet.rows.length + 1) * sheet.columns.length
    sheets.push(withinLimit(sheet, limit))
    if (isCut || limit.isReached) break
  }
  // A workbook has no pages, whatever its properties say.
  return { ...properties, pageCount: null, html: '', contentSource: 'data', sheets, warnings: limit.warnings }
}

const TOO_MANY_CELLS = `The workbook was cut: at most ${MAX_CELLS.toLocaleString('en')} of its cells are read`

/** Cuts a sheet at the row where the limit is reached, as the same text may be in any number of cells. */
const withinLimit = (sheet: Sheet, limit: TextLimit): Sheet => {
  const { rows, links = [] } = sheet
  const count = rows.findIndex((row) => !limit.take(row.reduce<number>((sum, cell) => sum + lengthOf(cell), 0)))
  const linkCount = links.findIndex((link) => !limit.take(lengthOf(link)))
  return {
    ...sheet,
    ...(count >= 0 && { rows: rows.slice(0, count) }),
    ...(linkCount >= 0 && { links: links.slice(0, linkCount) }),
  }
}

/** The length of a text cell. All other cells are short. */
const lengthOf = (cell: Sheet['rows'][number][number]): number => (typeof cell === 'string' ? cell.length : 0)

/** Reads the sheets with the library for the type of file, which is loaded only then. */
const gridsOf = async (bytes: Uint8Array): Promise<Workbook> => {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const extent = new Extent()
  const parts = isArchive ? await checkPackage(bytes, (piece) => extent.add(piece)) : undefined
  extent.check(bytes.length)
  if (parts) await refuseEncrypted(parts)
  if (parts && !parts.has('xl/workbook.bin')) {
    const { readPackaged } = await import('./read-packaged.ts')
    return readPackaged(bytes, parts)
  }
  const { readBinary } = await import('./read-binary.ts')
  return readBinary(bytes)
}
