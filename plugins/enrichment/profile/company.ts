/** What is known about a company. */
export interface Company {
  name: string | null
  description: string | null
  /** The URL of a picture. */
  logo: string | null
  website: string
  socialProfiles: string[]
  phones: string[]
  /** Each as a single line. */
  addresses: string[]
}

/** The most entries of a list, and the most characters of a text. */
const MAX_ENTRIES = 10
const MAX_NAME = 200
export const MAX_TEXT = 1000

/** Text with single spaces, cut after `most` characters; null for an empty or missing text. */
export function textOf(value: unknown, most = MAX_NAME): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).replace(/\s+/g, ' ').trim()
  return text === '' ? null : text.slice(0, most).toWellFormed()
}

/** Removes duplicates by a key, and keeps at most ten texts. */
export function distinct(
  texts: Iterable<string>,
  same: (text: string) => string = (text) => text.toLowerCase(),
): string[] {
  const found = new Map<string, string>()
  for (const text of texts) {
    const key = same(text)
    if (key !== '' && !found.has(key)) found.set(key, text)
    if (found.size === MAX_ENTRIES) break
  }
  return [...found.values()]
}
