import type { ContentOptions } from 'weirjs/schemas'
import type { Budget } from '../budget.ts'
import type { Converted } from '../converted.ts'

/** Said of an answer without a word. */
const NO_TEXT = 'No text was found: the page or document is empty, or holds nothing but pictures'
const NO_TEXT_KEPT = 'No text was found in what includeTags and excludeTags keep of the page'
export const HEADING_ALONE = 'No text was found but the heading of the page'

/** Whether a warning says that there is nothing to read, and no more. */
export const saysNoText = (warning: string) => warning === NO_TEXT || warning === NO_TEXT_KEPT

/** Tells that there is nothing to read, so that no empty answer passes for a page that was read. */
export const warnOfNothing = (
  { markdown, text }: Converted,
  { includeTags, excludeTags }: ContentOptions,
  budget: Budget,
): void => {
  const written = [markdown, text].filter((format) => format !== undefined)
  if (written.length === 0 || written.some((format) => format.trim() !== '')) return
  budget.warn(includeTags.length + excludeTags.length > 0 ? NO_TEXT_KEPT : NO_TEXT)
}
