import { checkPackage } from '../package/open-package.ts'
import { refuseEncrypted } from '../package/refuse-encrypted.ts'
import type { Extract, Sheet } from '../untrusted/extracted.ts'
import { sheetOf } from './sheet-of.ts'
import { MOST_CELLS, type Workbook } from './workbook.ts'

/** Reads a workbook: XLSX, XLSM, XLSB and ODS, and XLS in its binary forms and as XML. */
export const extract: Extract = async (bytes) => {
  const { grids, properties } = await read(bytes)
  const sheets: Sheet[] = []
  let left = MOST_CELLS
  for (const grid of grids) {
    const sheet = sheetOf(grid, left)
    if (sheet === undefined) continue
    sheets.push(sheet)
    left -= sheet.rows.length * sheet.columns.length
  }
  return { ...properties, html: '', pageCount: null, contentSource: 'data', sheets }
}

/** Each library is loaded for the files that it reads. */
const read = async (bytes: Uint8Array): Promise<Workbook> => {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const parts = isArchive ? await checkPackage(bytes) : undefined
  if (parts) await refuseEncrypted(parts)
  if (parts && !parts.has('xl/workbook.bin')) {
    const { readPackaged } = await import('./read-packaged.ts')
    return readPackaged(bytes, parts)
  }
  const { readBinary } = await import('./read-binary.ts')
  return readBinary(bytes)
}
