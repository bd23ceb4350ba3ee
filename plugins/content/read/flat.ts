/**
 * The same text in one piece. What was put together is kept by the engine as its pieces, which take thirty times the
 * memory, until a character of it is read; the result hangs on that one, so that no compiler leaves the reading out.
 */
export const flat = (text: string): string => (Number.isNaN(text.charCodeAt(0)) ? '' : text)
