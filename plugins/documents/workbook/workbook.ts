import { Unreadable } from '../../content/sandbox-toolkit.ts'
import type { Properties } from '../opc/core-properties.ts'
import type { Grid } from './grid.ts'

/** A workbook as read by a library. */
export interface Workbook {
  grids: Grid[]
  properties: Properties
  /** Whether rows are missing at the end. */
  isCut?: boolean
}

/** Maximum of cells in all sheets, including empty ones between others. Source: threats T27. */
export const MAX_CELLS = 1_000_000

/** The error for a workbook with more cells. */
export const tooLarge = () =>
  new Unreadable('too_large', `The workbook has more than ${MAX_CELLS.toLocaleString('en')} cells`)
