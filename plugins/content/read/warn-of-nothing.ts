import type { Budget } from '../budget.ts'
import type { Converted } from '../converted.ts'

/** Said of an answer without a word. */
export const NO_TEXT = 'No text was found: the page or document is empty, or holds nothing but pictures'
export const HEADING_ALONE = 'No text was found but the heading of the page'

/** Tells that there is nothing to read, so that no empty answer passes for a page that was read. */
export const warnOfNothing = ({ markdown, text }: Converted, budget: Budget): void => {
  const written = [markdown, text].filter((format) => format !== undefined)
  if (written.length > 0 && written.every((format) => format.trim() === '')) budget.warn(NO_TEXT)
}
