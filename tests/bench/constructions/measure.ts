import type { Yield } from './construction.ts'

/** The cost of one size of a construction. */
export interface Measured extends Yield {
  inputBytes: number
  /** CPU ms of this process. */
  cpu: number
  /** Bytes of peak memory above that of the process before. */
  memory: number
  /** The reason or code of an error by which the input was refused. */
  refused?: string
}

/** The outcome of one size of a construction. */
export type Outcome = Measured | { failed: string }

/** The sizes in which each is tried, as multiples of the smallest. */
export const SIZES = [1, 2, 4] as const
