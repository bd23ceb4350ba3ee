import type { Outcome } from '../../contracts/jobs/job.ts'

/** Checks that a job's function has returned an outcome. Throws TypeError, which tells its author in the log. */
export function checkOutcome<R, T>(outcome: Outcome<R, T>): Outcome<R, T> {
  if (typeof outcome !== 'object' || outcome === null)
    throw new TypeError('It gave no outcome: an object such as { result, millicredits: 0 }')
  const { millicredits, next = [] } = outcome
  if (!Number.isSafeInteger(millicredits) || millicredits < 0)
    throw new TypeError(`Its outcome lacks millicredits, whole thousandths of a credit: ${millicredits}`)
  for (const { key } of next)
    if (typeof key !== 'string') throw new TypeError('Its outcome has a further item without a key, a string')
  return outcome
}
