import { Unreadable } from '../../content/sandbox-toolkit.ts'
import type { Properties } from '../opc/core-properties.ts'
import type { Grid } from './grid.ts'

/** What a library reads of a workbook. */
export interface Workbook {
  grids: Grid[]
  properties: Properties
  /** Rows are missing at the end. */
  isCut?: boolean
}

/** Cells of all sheets, the empty ones between them counted. Source: threats T27. */
export const MAX_CELLS = 1_000_000

/** The error for a workbook of more. */
export const tooLarge = () =>
  new Unreadable('too_large', `The workbook has more than ${MAX_CELLS.toLocaleString('en')} cells`)
