import type { LinearPattern } from 'weirjs'
import type { Steps } from './steps.ts'

/** One check of one value, as its parts see it. */
export interface Visit {
  readonly steps: Steps
  pattern(source: string): LinearPattern
  /** What is wrong with a value, as sentences; empty if it matches. */
  issues(schema: unknown, value: unknown, path: string): string[]
}
