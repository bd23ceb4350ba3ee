/** What is known of a company. */
export interface Company {
  name: string | null
  description: string | null
  /** Address of a picture. */
  logo: string | null
  website: string
  socialProfiles: string[]
  phones: string[]
  /** Each in one line. */
  addresses: string[]
}

/** Entries of a list that are kept, and characters of a text. */
const MAX_ENTRIES = 10
const MAX_NAME = 200
export const MAX_TEXT = 1000

/** Text with even spaces, no longer than `most`; null for none. */
export function textOf(value: unknown, most = MAX_NAME): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).replace(/\s+/g, ' ').trim()
  return text === '' ? null : text.slice(0, most)
}

/** Texts, each once by what makes it the same as another, at most ten. */
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
