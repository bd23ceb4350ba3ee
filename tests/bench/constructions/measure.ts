import type { Yield } from './construction.ts'

/** What one size of a construction took. */
export interface Measured extends Yield {
  inputBytes: number
  /** Ms of this process's CPU. */
  cpu: number
  /** Bytes of memory at its height, above what the process had before. */
  memory: number
  /** What was thrown: the reason or code of an ApiError. */
  refused?: string
}

/** What one size of a construction did. */
export type Outcome = Measured | { failed: string }

/** The sizes in which each is tried, as a multiple of its smallest. */
export const SIZES = [1, 2, 4] as const
