import type { Budget } from '../../content/toolkit.ts'

/** The beginning of a text, as much as a format may return. Warns if something is cut. */
export const firstOf = (text: string, budget: Budget): string => {
  if (text.length <= budget.maxLength) return text
  budget.warnOfCut('text', budget.maxLength)
  return text.slice(0, budget.maxLength)
}
