/**
 * The first item in a requested language, in the order of the request; otherwise the first in English; otherwise the
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

/** Whether two tags are forms of the same language, such as `en` and `en-GB`. */
export const isSameLanguage = (one: string | undefined, other: string | undefined): boolean =>
  baseOf(one) === baseOf(other)
