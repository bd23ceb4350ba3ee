/**
 * The first of these in a language that is asked for, in the order of asking; else the first in English; else the
 * first.
 */
export function chooseLanguage<T>(
  all: readonly T[],
  languageOf: (one: T) => string | undefined,
  asked: readonly string[],
): T | undefined {
  const base = (tag: string) => tag.toLowerCase().split('-', 1)[0]!
  for (const wanted of [...asked, 'en']) {
    const exact = all.find((one) => languageOf(one)?.toLowerCase() === wanted.toLowerCase())
    const near = all.find((one) => base(languageOf(one) ?? '') === base(wanted))
    if (exact ?? near) return exact ?? near
  }
  return all[0]
}
