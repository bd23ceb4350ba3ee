import { otherForms } from '../../other-forms.ts'
import type { LocalQuery, Term } from '../../parse-query.ts'

/** Pages that have it are few enough to be counted and ranked. */
export interface CountedTerm extends Term {
  /** Pages that have it; of more than `RARE`, one more. */
  pages: number
}

/** Pages that a word is counted in: one that more have is ranked by only where nothing rarer is asked for. */
export const RARE = 5000
/** Pages that are ranked where not all words have to be there. */
const MOST_RELAXED = 5000
/** Pairs of words that are looked for. */
const MOST_PAIRS = 8

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

/** Two words that stand together in the query, as a phrase; where one is frequent it takes too long to find. */
export function pairsOf(counted: readonly CountedTerm[]): string[] {
  const pairs = counted.slice(1).flatMap((second, i) => {
    const first = counted[i]!
    const isPlain = [first, second].every(({ isQuoted, isPrefix, pages }) => !isQuoted && !isPrefix && pages <= RARE)
    return isPlain ? [quote({ indexed: `${first.indexed} ${second.indexed}`, isPrefix: false })] : []
  })
  return pairs.slice(0, MOST_PAIRS)
}

/** A term in any of its forms; in its own alone where it is quoted, or frequent enough. */
const inAnyForm = (term: CountedTerm): string => {
  const forms = term.isQuoted || term.isPrefix || term.pages > RARE ? [] : otherForms(term.indexed)
  return forms.length === 0
    ? quote(term)
    : any([quote(term), ...forms.map((form) => quote({ indexed: form, isPrefix: false }))])
}

/** What a query asks of pages in the language of FTS5. */
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
export function matchesOf({ without, sites }: LocalQuery, counted: readonly CountedTerm[]): Match[] {
  const bounds = sites.length > 0 ? [any(sites.map(addressOf))] : []
  const bounded = (condition: string) => {
    const wanted = all([...bounds, condition])
    return without.length > 0 ? `(${wanted}) NOT (${any(without.map(quote))})` : wanted
  }
  if (counted.length === 0) return bounds.map((ranked) => ({ ranked, within: null }))
  const rare = counted.filter(({ pages, isQuoted }) => isQuoted || pages <= RARE)
  const strict = rare.length > 0 ? rare : counted
  const frequent = counted.filter((term) => !strict.includes(term))
  const match = (words: readonly string[]): Match => ({
    ranked: bounded(all(words)),
    within: frequent.length > 0 ? all([...words, ...frequent.map(quote)]) : null,
  })
  const relaxed = relax(rare)
  return [
    ...(strict.every(({ pages }) => pages > 0) ? [match(strict.map(quote))] : []),
    match(strict.map(inAnyForm)),
    ...(relaxed === undefined ? [] : [{ ranked: bounded(relaxed), within: null }]),
  ]
}

/** All that is quoted, and any of the rarest words. Undefined where nothing is left out by it. */
function relax(rare: readonly CountedTerm[]): string | undefined {
  const quoted = rare.filter(({ isQuoted }) => isQuoted).map(quote)
  const loose: CountedTerm[] = []
  let sum = 0
  for (const term of rare.filter(({ isQuoted }) => !isQuoted).sort((a, b) => a.pages - b.pages)) {
    sum += term.pages
    if (loose.some(({ pages }) => pages > 0) && sum > MOST_RELAXED) break
    loose.push(term)
  }
  if (loose.length === 0) return undefined
  const some = loose.map(inAnyForm)
  // Where something is quoted, the others are no condition.
  return quoted.length > 0 ? any([all(quoted), all([...quoted, any(some)])]) : any(some)
}
