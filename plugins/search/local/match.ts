import { otherForms } from './other-forms.ts'
import type { LocalQuery, Term } from './parse-query.ts'
import { addressWords, toIndex } from './words.ts'

/** Few enough matching pages to be counted and ranked. */
export interface CountedTerm extends Term {
  /** The number of matching pages; `RARE` + 1 stands for more. */
  pages: number
}

/**
 * The most pages that a word is counted in: more frequent ones affect the ranking only if nothing rarer is searched.
 */
export const RARE = 5000
/** The most matching pages that are ranked: the newest. */
export const MAX_RANKED = 5000
/** How many of the best matches are read, and how many if some may be from other sites or times. */
const CANDIDATES = 60
const CANDIDATES_OF_SITES = 500
/** The most pages that are ranked if not all words are required. */
const MAX_RELAXED = 5000
/** The most pairs of words that are searched. */
const MAX_PAIRS = 8

/** How a text search expresses what pages should contain. */
export interface Syntax {
  /** Consecutive words. They contain only letters and digits, so none is taken for an operator. */
  term(term: Pick<Term, 'indexed' | 'isPrefix'>): string
  all(parts: readonly string[]): string
  any(parts: readonly string[]): string
  without(wanted: string, unwanted: string): string
  /** Consecutive words in a page's URL. */
  address(words: string): string
}

/** The URL of a site's pages contains the words of the host in sequence, followed by those of the path. */
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

/**
 * Two words that are next to each other in the query, as a phrase; if one is frequent, searching for it takes too
 * long.
 */
export function pairsOf(counted: readonly CountedTerm[], { term }: Syntax): string[] {
  const pairs = counted.slice(1).flatMap((second, i) => {
    const first = counted[i]!
    const isPlain = [first, second].every(({ isQuoted, isPrefix, pages }) => !isQuoted && !isPrefix && pages <= RARE)
    return isPlain ? [term({ indexed: `${first.indexed} ${second.indexed}`, isPrefix: false })] : []
  })
  return pairs.slice(0, MAX_PAIRS)
}

/** A term in any of its forms; only in its own if it is quoted, or frequent enough. */
const inAnyForm = (term: CountedTerm, syntax: Syntax): string => {
  const forms = term.isQuoted || term.isPrefix || term.pages > RARE ? [] : otherForms(term.indexed)
  return forms.length === 0
    ? syntax.term(term)
    : syntax.any([term, ...forms.map((indexed) => ({ indexed, isPrefix: false }))].map(syntax.term))
}

/** A query on pages. */
export interface Match {
  /** The terms of the ranking. */
  ranked: string
  /**
   * Further conditions that pages must match, if they are stricter: words that are so frequent that their positions
   * say little, and take long to evaluate.
   */
  within: string | null
}

/**
 * The queries for pages, strictest first: with all words, with all of them in any form, with some of them. Empty if
 * there is nothing to search for.
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

/** Everything quoted, and any of the rarest words. Undefined if that excludes nothing. */
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
  // If something is quoted, the other words are not required.
  return quoted.length > 0 ? any([all(quoted), all([...quoted, any(some)])]) : any(some)
}
