import type { Mutant } from './mutants.ts'

/** A mutant that changes nothing which a test could see, and why. */
interface Reviewed {
  file: string
  change: string
  /** The line of the source in which it begins. */
  code: string
  why: string
}

/** Those that a person has looked at. One whose line has changed since is tried again. */
const reviewed: readonly Reviewed[] = []

export const reasonOf = ({ file, change, code }: Mutant): string | undefined =>
  reviewed.find((one) => one.file === file && one.change === change && one.code === code)?.why
