/**
 * The first of these in a language that is asked for, in the order of asking; else the first in English; else the
 * first.
 */
export function chooseLanguage<T>(
  all: readonly T[],
  languageOf: (one: T) => string | undefined,
  asked: readonly string[],
): T | undefined {
  for (const wanted of [...asked, 'en']) {
    const exact = all.find((one) => languageOf(one)?.toLowerCase() === wanted.toLowerCase())
    const near = all.find((one) => isSameLanguage(languageOf(one), wanted))
    if (exact ?? near) return exact ?? near
  }
  return all[0]
}

const baseOf = (tag = '') => tag.toLowerCase().split('-', 1)[0]!

/** Whether two tags name forms of one language, as `en` and `en-GB` do. */
export const isSameLanguage = (one: string | undefined, other: string | undefined): boolean =>
  baseOf(one) === baseOf(other)
