import { decodePercent } from 'weirjs'

/** The most words searched at once. */
const MAX_WORDS = 20
/** URLs checked before others may run: there may be many, and long ones. */
const AT_ONCE = 250

interface Searched {
  url: string
  title: string | null
}

/**
 * URLs whose address or title contains one of the words, best match first: each word counts in the URL and in the
 * title, and more in the title if it is a word of its own. Equals keep their order.
 */
export function search<T extends Searched>(entries: readonly T[], query: string): T[] {
  const words = wordsOf(query)
  if (words.length === 0) return [...entries]
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

/** The same URLs, with those first that contain one of the words; otherwise in their order. */
export async function matchesFirst<T extends { url: URL }>(candidates: readonly T[], query: string): Promise<T[]> {
  const words = wordsOf(query)
  if (words.length === 0) return [...candidates]
  const matches: T[] = []
  const others: T[] = []
  for (const [i, candidate] of candidates.entries()) {
    const group = scoreOf({ url: candidate.url.href, title: null }, words) > 0 ? matches : others
    group.push(candidate)
    if (i % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return [...matches, ...others]
}

const wordsOf = (query: string): string[] =>
  [
    ...new Set(
      query
        .toLowerCase()
        .split(/[\s,;!?"()]+/)
        .filter(Boolean),
    ),
  ].slice(0, MAX_WORDS)

function scoreOf({ url, title }: Searched, words: readonly string[]): number {
  const address = decodePercent(url).toLowerCase()
  const named = (title ?? '').toLowerCase()
  const titleWords = new Set(named.split(/[^\p{L}\p{N}]+/u))
  let score = 0
  for (const word of words) {
    if (address.includes(word)) score += 2
    if (titleWords.has(word)) score += 2
    else if (named.includes(word)) score += 1
  }
  return score
}
