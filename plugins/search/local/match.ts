import { otherForms } from './other-forms.ts'
import type { LocalQuery, Term } from './parse-query.ts'
import { addressWords, toIndex } from './words.ts'

/** A term with the number of pages that contain it. It decides whether the term is rare enough for ranking. */
export interface CountedTerm extends Term {
  /** The number of pages that contain it, counted only up to `RARE` + 1. */
  pages: number
}

/**
 * Counting stops beyond this number of pages. A more frequent word is used for ranking only if no rarer one is in the
 * query.
 */
export const RARE = 5000
/** The most matching pages that are ranked: the newest ones. */
export const MAX_RANKED = 5000
/**
 * How many of the best matches are read; the second number applies if some of them may be dropped because of their
 * site or date.
 */
const CANDIDATES = 60
const CANDIDATES_OF_SITES = 500
/** The most pages that are ranked if not all words are required. */
const MAX_RELAXED = 5000
/** The most pairs of adjacent words that are searched for. */
const MAX_PAIRS = 8

/** How a full-text engine writes its queries. */
export interface Syntax {
  /** A word or phrase. It contains only letters and digits, so nothing in it is read as an operator. */
  term(term: Pick<Term, 'indexed' | 'isPrefix'>): string
  all(parts: readonly string[]): string
  any(parts: readonly string[]): string
  without(wanted: string, unwanted: string): string
  /** A phrase in a page's URL. */
  address(words: string): string
}

/** A page of a site contains the words of the site's host in its URL as a phrase, followed by those of the path. */
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

/** How many of the best matches to read. */
export const candidatesOf = ({ sites, withoutSites }: LocalQuery, wanted: number): number =>
  sites.length + withoutSites.length > 0 || wanted > CANDIDATES ? CANDIDATES_OF_SITES : CANDIDATES

/**
 * Pairs of adjacent words of the query, as phrases. Pairs with a frequent word are left out, as they take too long to
 * find.
 */
export function pairsOf(counted: readonly CountedTerm[], { term }: Syntax): string[] {
  const pairs = counted.slice(1).flatMap((second, i) => {
    const first = counted[i]!
    const isPlain = [first, second].every(({ isQuoted, isPrefix, pages }) => !isQuoted && !isPrefix && pages <= RARE)
    return isPlain ? [term({ indexed: `${first.indexed} ${second.indexed}`, isPrefix: false })] : []
  })
  return pairs.slice(0, MAX_PAIRS)
}

/** The term in any of its forms. Quoted and frequent terms are matched only as they are. */
const inAnyForm = (term: CountedTerm, syntax: Syntax): string => {
  const forms = term.isQuoted || term.isPrefix || term.pages > RARE ? [] : otherForms(term.indexed)
  return forms.length === 0
    ? syntax.term(term)
    : syntax.any([term, ...forms.map((indexed) => ({ indexed, isPrefix: false }))].map(syntax.term))
}

/** One attempt to find pages for a query. */
export interface Match {
  /** The condition that pages are found and ranked by. */
  ranked: string
  /**
   * A further condition without influence on the ranking, if there is one: words so frequent that their positions
   * tell little and take long to read.
   */
  within: string | null
}

/**
 * The attempts for a query, the strictest first: all words, all in any of their forms, some of them. Empty if the
 * query has neither words nor sites.
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

/** All quoted terms, and any of the rarest words. Undefined if that is no weaker condition. */
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
  // If there are quoted terms, the others are optional.
  return quoted.length > 0 ? any([all(quoted), all([...quoted, any(some)])]) : any(some)
}
