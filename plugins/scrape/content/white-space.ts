/** White space that is not one blank. */
const UNEVEN = /[^\S ]\s*| \s+/g

/** A text with single blanks for all white space, also for that which does not break. Where it has them already, nothing is done. */
export const evenSpaces = (text: string): string => text.replace(UNEVEN, ' ')
