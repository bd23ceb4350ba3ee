import { otherForms } from './other-forms.ts'
import type { LocalQuery, Term } from './parse-query.ts'
import { addressWords, toIndex } from './words.ts'

/** Pages that have it are few enough to be counted and ranked. */
export interface CountedTerm extends Term {
  /** Pages that have it; of more than `RARE`, one more. */
  pages: number
}

/** Pages that a word is counted in: one that more have is ranked by only where nothing rarer is asked for. */
export const RARE = 5000
/** Pages that match and are ranked: of more, those that came last. */
export const MAX_RANKED = 5000
/** The best matches that are read, and where some of them may be of other sites or times. */
const CANDIDATES = 60
const CANDIDATES_OF_SITES = 500
/** Pages that are ranked where not all words have to be there. */
const MAX_RELAXED = 5000
/** Pairs of words that are looked for. */
const MAX_PAIRS = 8

/** How a text search writes what pages should have. */
export interface Syntax {
  /** Words that follow each other. They hold nothing but letters and digits, so none is taken for an operator. */
  term(term: Pick<Term, 'indexed' | 'isPrefix'>): string
  all(parts: readonly string[]): string
  any(parts: readonly string[]): string
  without(wanted: string, unwanted: string): string
  /** Words that follow each other in a page's address. */
  address(words: string): string
}

/** Pages of a site have the words of its host one after the other in their address, and then those of its path. */
function addressOf(site: string, { address, all }: Syntax): string {
  const host = site.split('/', 1)[0]!
  const [first = '', ...rest] = [host, toIndex(addressWords(site.slice(host.length)))]
    .map((part) =>
      part
        .split(/[^\p{L}\p{N}\p{M}]+/u)
        .join(' ')
        .trim(),
    )
    .filter(Boolean)
  return rest.length === 0 ? address(first) : all([first, ...rest].map(address))
}

/** How many of the best matches are read. */
export const candidatesOf = ({ sites, withoutSites }: LocalQuery, wanted: number): number =>
  sites.length + withoutSites.length > 0 || wanted > CANDIDATES ? CANDIDATES_OF_SITES : CANDIDATES

/** Two words that stand together in the query, as a phrase; where one is frequent it takes too long to find. */
export function pairsOf(counted: readonly CountedTerm[], { term }: Syntax): string[] {
  const pairs = counted.slice(1).flatMap((second, i) => {
    const first = counted[i]!
    const isPlain = [first, second].every(({ isQuoted, isPrefix, pages }) => !isQuoted && !isPrefix && pages <= RARE)
    return isPlain ? [term({ indexed: `${first.indexed} ${second.indexed}`, isPrefix: false })] : []
  })
  return pairs.slice(0, MAX_PAIRS)
}

/** A term in any of its forms; in its own alone where it is quoted, or frequent enough. */
const inAnyForm = (term: CountedTerm, syntax: Syntax): string => {
  const forms = term.isQuoted || term.isPrefix || term.pages > RARE ? [] : otherForms(term.indexed)
  return forms.length === 0
    ? syntax.term(term)
    : syntax.any([term, ...forms.map((indexed) => ({ indexed, isPrefix: false }))].map(syntax.term))
}

/** What a query asks of pages. */
export interface Match {
  /** By this they are ranked. */
  ranked: string
  /**
   * This they must be found by too, where it says more: words so frequent that where they stand on a page tells
   * little, and takes long to look at.
   */
  within: string | null
}

/**
 * What a query asks of pages, the strictest first: all words, all in any of their forms, some of them. None where it
 * asks for nothing.
 */
export function matchesOf(query: LocalQuery, counted: readonly CountedTerm[], syntax: Syntax): Match[] {
  const { all, any, term } = syntax
  const { without, sites } = query
  const bounds = sites.length > 0 ? [any(sites.map((site) => addressOf(site, syntax)))] : []
  const bounded = (condition: string) => {
    const wanted = all([...bounds, condition])
    return without.length > 0 ? syntax.without(wanted, any(without.map(term))) : wanted
  }
  if (counted.length === 0) return bounds.map((ranked) => ({ ranked, within: null }))
  const rare = counted.filter(({ pages, isQuoted }) => isQuoted || pages <= RARE)
  const strict = rare.length > 0 ? rare : counted
  const frequent = counted.filter((word) => !strict.includes(word))
  const match = (words: readonly string[]): Match => ({
    ranked: bounded(all(words)),
    within: frequent.length > 0 ? all([...words, ...frequent.map(term)]) : null,
  })
  const relaxed = relax(rare, syntax)
  return [
    ...(strict.every(({ pages }) => pages > 0) ? [match(strict.map(term))] : []),
    match(strict.map((word) => inAnyForm(word, syntax))),
    ...(relaxed === undefined ? [] : [{ ranked: bounded(relaxed), within: null }]),
  ]
}

/** All that is quoted, and any of the rarest words. Undefined where nothing is left out by it. */
function relax(rare: readonly CountedTerm[], syntax: Syntax): string | undefined {
  const { all, any } = syntax
  const quoted = rare.filter(({ isQuoted }) => isQuoted).map(syntax.term)
  const loose: CountedTerm[] = []
  let sum = 0
  for (const term of rare.filter(({ isQuoted }) => !isQuoted).sort((a, b) => a.pages - b.pages)) {
    sum += term.pages
    if (loose.some(({ pages }) => pages > 0) && sum > MAX_RELAXED) break
    loose.push(term)
  }
  if (loose.length === 0) return undefined
  const some = loose.map((word) => inAnyForm(word, syntax))
  // Where something is quoted, the others are no condition.
  return quoted.length > 0 ? any([all(quoted), all([...quoted, any(some)])]) : any(some)
}
