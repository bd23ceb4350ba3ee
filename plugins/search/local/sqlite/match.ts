import type { LocalQuery, Term } from '../parse-query.ts'

/** Pages that have it are few enough to be counted and ranked. */
export interface CountedTerm extends Term {
  /** Pages that have it, as far as they were counted. */
  pages: number
}

/**
 * Words that are in more pages than this are left out where others are there: they tell little, and ranking by them
 * takes long.
 */
export const COMMON = 20_000
/** Pages that are ranked where not all words have to be there. */
const MOST_RELAXED = 3000

/** A term in the language of FTS5. It holds nothing but words, so nothing in it can be taken for an operator. */
export const quote = ({ indexed, isPrefix }: Pick<Term, 'indexed' | 'isPrefix'>): string =>
  `"${indexed.replaceAll('"', '')}"${isPrefix ? ' *' : ''}`

const all = (parts: readonly string[]) => parts.map((part) => `(${part})`).join(' AND ')
const any = (parts: readonly string[]) => parts.map((part) => `(${part})`).join(' OR ')

/** Pages of a host have its words one after the other in their address. */
const addressOf = (host: string) =>
  `address : ${quote({
    indexed: host
      .split(/[^\p{L}\p{N}]+/u)
      .join(' ')
      .trim(),
    isPrefix: false,
  })}`

/** What a query asks of pages in the language of FTS5, the strictest first; none where it asks for nothing. */
export function matchesOf({ without, sites }: LocalQuery, counted: readonly CountedTerm[]): string[] {
  const bounds = sites.length > 0 ? [any(sites.map(addressOf))] : []
  const bounded = (parts: readonly string[]) => {
    const wanted = all([...bounds, ...parts])
    return without.length > 0 ? `(${wanted}) NOT (${any(without.map(quote))})` : wanted
  }
  if (counted.length === 0) return bounds.length > 0 ? [bounded([])] : []
  const rare = counted.filter(({ pages, isQuoted }) => isQuoted || pages <= COMMON)
  const strict = rare.length > 0 ? rare : counted
  const relaxed = relax(rare.filter(({ pages }) => pages > 0))
  return [
    ...(strict.every(({ pages }) => pages > 0) ? [bounded(strict.map(quote))] : []),
    ...(relaxed ? [bounded(relaxed)] : []),
  ]
}

/** The same with any of the rarest words; all that is quoted stays. Undefined where that is no different. */
function relax(rare: readonly CountedTerm[]): string[] | undefined {
  const quoted = rare.filter(({ isQuoted }) => isQuoted)
  const loose: CountedTerm[] = []
  let sum = 0
  for (const term of rare.filter(({ isQuoted }) => !isQuoted).sort((a, b) => a.pages - b.pages)) {
    sum += term.pages
    if (loose.length > 0 && sum > MOST_RELAXED) break
    loose.push(term)
  }
  const must = quoted.map(quote)
  if (must.length === 0) return loose.length === 0 ? undefined : [any(loose.map(quote))]
  // The others are no condition then, but bring a page that has them forward.
  return loose.length === 0 ? must : [any([all(must), all([...must, any(loose.map(quote))])])]
}
