/** A cell as read by a library. Dates have no time zone, and are given as UTC. */
export type Cell = string | number | boolean | Date | null

/** A sheet as read by a library. */
export interface Grid {
  name: string
  rows: Cell[][]
  hidden?: boolean
  /** Merged ranges. */
  merges?: readonly Range[]
  links?: string[]
  /** Dates before this (epoch milliseconds) are only a time of day. */
  epoch: number
}

/** A range of cells, counted from 0. Both ends are included. */
export interface Range {
  startRow: number
  startCol: number
  endRow: number
  endCol: number
}
