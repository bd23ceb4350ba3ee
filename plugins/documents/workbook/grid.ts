/** A cell as libraries give it; a date without a time zone, as UTC. */
export type Cell = string | number | boolean | Date | null

/** A sheet as libraries give it. */
export interface Grid {
  name: string
  rows: Cell[][]
  hidden?: boolean
  /** Ranges that are one cell, both ends included, counted from 0. */
  merges?: readonly Range[]
  links?: string[]
  /** A date before this, in ms, is only a time of day. */
  epoch: number
}

/** A range of cells, from 0; the ends belong to it. */
export interface Range {
  startRow: number
  startCol: number
  endRow: number
  endCol: number
}
