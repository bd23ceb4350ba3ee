import { otherForms } from '../other-forms.ts'
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
const MOST_RELAXED = 5000
/** Pages that the rarer word of a pair is in, and pairs that are looked for. */
const MOST_OF_PAIR = 5000
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

/** Two words that stand together in the query, as a phrase; where both are frequent it takes too long to find. */
function pairsOf(counted: readonly CountedTerm[]): string[] {
  const pairs = counted.slice(1).flatMap((second, i) => {
    const first = counted[i]!
    const isPlain = [first, second].every(({ isQuoted, isPrefix, pages }) => !isQuoted && !isPrefix && pages <= COMMON)
    const isRare = Math.min(first.pages, second.pages) <= MOST_OF_PAIR
    return isPlain && isRare ? [quote({ indexed: `${first.indexed} ${second.indexed}`, isPrefix: false })] : []
  })
  return pairs.slice(0, MOST_PAIRS)
}

/** A condition, by which pages that also have some of these come forward. */
const preferring = (condition: string, preferred: readonly string[]) =>
  preferred.length === 0 ? condition : any([condition, all([condition, any(preferred)])])

/** A term in any of its forms; in its own alone where it is quoted, or frequent enough. */
const inAnyForm = (term: CountedTerm): string => {
  const forms = term.isQuoted || term.isPrefix || term.pages > MOST_OF_PAIR ? [] : otherForms(term.indexed)
  return forms.length === 0
    ? quote(term)
    : any([quote(term), ...forms.map((form) => quote({ indexed: form, isPrefix: false }))])
}

/**
 * What a query asks of pages in the language of FTS5, the strictest first: all words, all in any of their forms, some
 * of them. None where it asks for nothing.
 */
export function matchesOf({ without, sites }: LocalQuery, counted: readonly CountedTerm[]): string[] {
  const bounds = sites.length > 0 ? [any(sites.map(addressOf))] : []
  const bounded = (condition: string) => {
    const wanted = all([...bounds, condition])
    return without.length > 0 ? `(${wanted}) NOT (${any(without.map(quote))})` : wanted
  }
  if (counted.length === 0) return bounds
  const rare = counted.filter(({ pages, isQuoted }) => isQuoted || pages <= COMMON)
  const strict = rare.length > 0 ? rare : counted
  const pairs = pairsOf(counted)
  const relaxed = relax(rare)
  return [
    ...(strict.every(({ pages }) => pages > 0) ? [bounded(preferring(all(strict.map(quote)), pairs))] : []),
    bounded(preferring(all(strict.map(inAnyForm)), pairs)),
    ...(relaxed === undefined ? [] : [bounded(preferring(relaxed, pairs))]),
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
  return quoted.length > 0 ? preferring(all(quoted), some) : any(some)
}
