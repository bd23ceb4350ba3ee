import type { ContentOptions } from 'weirjs/schemas'
import type { Budget } from '../budget.ts'
import type { Converted } from '../converted.ts'

/** Warnings about an answer without text. */
const NO_TEXT = 'No text was found: the page or document is empty, or contains only images'
const NO_TEXT_KEPT = 'No text was found in what the selectors (includeTags, excludeTags) keep of the page'
export const HEADING_ALONE = 'No text was found except the heading of the page'

/** Whether a warning says only that there is no text. */
export const saysNoText = (warning: string) => warning === NO_TEXT || warning === NO_TEXT_KEPT

/** Warns if there is no text, so that an empty answer is not mistaken for a page that was read. */
export const warnOfNothing = (
  { markdown, text }: Converted,
  { includeTags, excludeTags }: ContentOptions,
  budget: Budget,
): void => {
  const written = [markdown, text].filter((format) => format !== undefined)
  if (written.length === 0 || written.some((format) => format.trim() !== '')) return
  budget.warn(includeTags.length + excludeTags.length > 0 ? NO_TEXT_KEPT : NO_TEXT)
}
