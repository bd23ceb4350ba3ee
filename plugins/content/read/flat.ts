/**
 * The same text in one piece. What was put together is kept by the engine as its pieces, which take thirty times the
 * memory, until somebody looks for something in it; single characters are read from the pieces once the code is
 * compiled. The result hangs on what is found, so that no compiler leaves the looking out.
 */
export const flat = (text: string): string => (text.startsWith('\0') ? text.slice() : text)
