import { decodePercent } from 'weirjs'

/** Words that are looked for at once. */
const MAX_WORDS = 20
/** Addresses that are looked at until others have their turn: they may be many, and long. */
const AT_ONCE = 250

interface Searched {
  url: string
  title: string | null
}

/**
 * Those whose address or title has one of the words, the best match first: each word counts in the address and in the
 * title, in the title more where it is a word of its own. Equals stay in their order.
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

/** The same, those first whose address has one of the words; among these, and the others, in their order. */
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
