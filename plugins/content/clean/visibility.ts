/** Taken out: no format shows it. */
export const CUT = 1
/** Not shown by a browser, or not wanted in running text: it stands in `html` alone. */
export const HIDDEN = 2
