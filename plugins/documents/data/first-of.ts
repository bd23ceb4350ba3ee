import type { Budget } from '../../content/toolkit.ts'

/** As much of a text as any format of it may have; what lies behind is not read, and told. */
export const firstOf = (text: string, budget: Budget): string => {
  if (text.length <= budget.maxLength) return text
  budget.warnOfCut('text', budget.maxLength)
  return text.slice(0, budget.maxLength)
}
