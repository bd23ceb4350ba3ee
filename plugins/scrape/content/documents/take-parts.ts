import type { Budget } from '../budget.ts'

/** As many parts as a format may have; each is made when the ones before it fit. `what` names the format to the caller. */
export function takeParts(parts: Iterable<string>, what: string, budget: Budget): string[] {
  const taken: string[] = []
  let length = 0
  for (const part of parts) {
    length += part.length + 1
    if (length > budget.maxLength) {
      const most = budget.maxLength.toLocaleString('en')
      budget.warn(
        `The ${what} was cut after ${taken.length} of its parts: a format of this document has at most ${most} characters`,
      )
      break
    }
    taken.push(part)
  }
  return taken
}
