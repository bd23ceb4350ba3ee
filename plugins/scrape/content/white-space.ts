/** White space that is not one blank. */
const UNEVEN = /[^\S ]| {2}/
const RUNS = /[^\S ]\s*| \s+/g

/** A text with single blanks for all white space, also for that which does not break. Most texts have them already. */
export const evenSpaces = (text: string): string => (UNEVEN.test(text) ? text.replace(RUNS, ' ') : text)
