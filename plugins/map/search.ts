import { createPause, decodePercent, withoutMarks } from 'weirjs'

/** The most words of a search. */
const MAX_WORDS = 20

interface Searched {
  url: string
  title: string | null
}

/**
 * The entries whose URL or title contains one of the words, the best matches first. A word counts in the URL and in
 * the title, and more in the title as a whole word. Equal entries keep their order.
 */
export async function search<T extends Searched>(entries: readonly T[], query: string): Promise<T[]> {
  const words = wordsOf(query)
  if (words.length === 0) return [...entries]
  const scored: { entry: T; score: number }[] = []
  const pause = createPause()
  for (const entry of entries) {
    // There may be many, with long URLs and titles.
    const others = pause()
    if (others) await others
    const score = scoreOf(entry, words)
    if (score > 0) scored.push({ entry, score })
  }
  return scored.sort((a, b) => b.score - a.score).map(({ entry }) => entry)
}

/** All entries, those whose URL contains one of the words first; both groups keep their order. */
export async function matchesFirst<T extends { url: URL }>(candidates: readonly T[], query: string): Promise<T[]> {
  const words = wordsOf(query)
  if (words.length === 0) return [...candidates]
  const matches: T[] = []
  const others: T[] = []
  const pause = createPause()
  for (const candidate of candidates) {
    const between = pause()
    if (between) await between
    const group = scoreOf({ url: candidate.url.href, title: null }, words) > 0 ? matches : others
    group.push(candidate)
  }
  return [...matches, ...others]
}

/** Without accents, in lower case and in ordinary width, as people also type. */
const fold = (text: string): string => withoutMarks(text.normalize('NFKC')).toLowerCase()

const wordsOf = (query: string): string[] =>
  [
    ...new Set(
      fold(query)
        .split(/[\s,;!?"()、。「」،؛؟]+/)
        .filter(Boolean),
    ),
  ].slice(0, MAX_WORDS)

function scoreOf({ url, title }: Searched, words: readonly string[]): number {
  const address = fold(decodePercent(url))
  const named = fold(title ?? '')
  const titleWords = new Set(named.split(/[^\p{L}\p{N}\p{M}]+/u))
  let score = 0
  for (const word of words) {
    if (address.includes(word)) score += 2
    if (titleWords.has(word)) score += 2
    else if (named.includes(word)) score += 1
  }
  return score
}
