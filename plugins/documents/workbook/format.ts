/** Maximum length of a number format, as each cell may have the same one. Excel writes up to 255 characters. */
export const MAX_FORMAT = 1_000
