import type { Recorder } from '../../clean/recorder.ts'
import { closest, ELEMENT, type Element } from '../../tree/index.ts'
import { STATS, WORDS } from '../blocks/stats.ts'
import type { PageStructure } from '../page-structure.ts'
import { asidesOf } from './asides.ts'
import { type PageType, pageTypeOf } from './page-type.ts'

/** Words of a page without some aside that are enough to be its content. */
const ENOUGH_WITHOUT_ASIDE = 40
/** Words of the article that a page is about that are enough to be its content. */
const ENOUGH_OF_ARTICLE = 100
/**
 * How like the page's title a heading is that belongs to the article the page is about: twice the shared words over
 * all.
 */
const LIKE_TITLE = 0.5

/**
 * A text of at least so many words that stands on a page again says nothing new: pages hold copies for small screens,
 * and those of products repeat their labels.
 */
const REPEATED = 15
const REPEATED_OF_PRODUCT = 3
/**
 * What is quoted in a thread has been said before: an answer wants it to be understood, unless it is all of a long
 * post.
 */
const MAX_QUOTATION_LENGTH = 25

/**
 * Takes back what looks like content by itself and is not: what stands beside the content of such a page, further
 * articles behind the one that has its title, and what stands there once already.
 */
export const applyRules = (page: PageStructure, chosen: Uint8Array, recorder?: Recorder): void => {
  const pageType = pageTypeOf(page)
  for (const { where, most } of asidesOf(page, pageType)) {
    const rest = wordsOf(page, chosen, where, 0)
    if (rest >= ENOUGH_WITHOUT_ASIDE && wordsOf(page, chosen, where, 1) <= most * rest) drop(chosen, where)
  }
  recorder?.chosen('beside the content', chosen)
  const others = pageType.isForum ? null : otherArticles(page)
  if (others !== null && wordsOf(page, chosen, others.main, 1) >= ENOUGH_OF_ARTICLE) drop(chosen, others.rest)
  recorder?.chosen('another article', chosen)
  dropRepeats(page, chosen, pageType)
  recorder?.chosen('said before', chosen)
}

/**
 * Drops texts of at least some words that were chosen elsewhere before, but for code and short quotations in a
 * thread, unless that is most of the choice.
 */
const dropRepeats = (page: PageStructure, chosen: Uint8Array, { isForum, isProduct }: PageType): void => {
  const least = isProduct ? REPEATED_OF_PRODUCT : REPEATED
  const { count, stats, textHash, holder } = page.blocks
  /** The element around the first of each text; what repeats itself within one, as steps of a recipe do, means to. */
  const seen = new Map<number, Element | null>()
  const repeats = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const words = stats[i * STATS + WORDS]!
    if (chosen[i] === 0 || words < least) continue
    const element = page.tree.nodes[holder[i]!] as Element
    const { name, parent } = element
    const first = seen.get(textHash[i]!)
    if (first === undefined) seen.set(textHash[i]!, parent)
    else if (first !== parent && name !== 'pre' && !(isForum && isQuoted(element) && words <= MAX_QUOTATION_LENGTH))
      repeats[i] = 1
  }
  if (wordsOf(page, chosen, repeats, 1) <= wordsOf(page, chosen, repeats, 0)) drop(chosen, repeats)
}

const isQuoted = (element: Element) => element.name === 'blockquote' || closest(element, 'blockquote') !== null

/**
 * The blocks of the article that has the page's title, and those of the others; null where none has it, or there is
 * but one.
 */
const otherArticles = ({
  tree,
  blocks,
  containers,
  signals,
}: PageStructure): { main: Uint8Array; rest: Uint8Array } | null => {
  const { nodes, body } = tree
  const { count, holder, words, wordsAt } = blocks
  const ranges: [from: number, to: number][] = []
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (node.kind !== ELEMENT || node.name !== 'article') continue
    const [from, to] = [containers.before[id]!, containers.before[node.end + 1]!]
    if (to > from) ranges.push([from, to])
    id = node.end
  }
  if (ranges.length < 2) return null
  let found = -1
  let best = LIKE_TITLE
  for (const [at, [from, to]] of ranges.entries()) {
    for (let i = from; i < to; i++) {
      const { name } = nodes[holder[i]!] as Element
      if (name !== 'h1' && name !== 'h2') continue
      let shared = 0
      for (let word = wordsAt[i]!; word < wordsAt[i + 1]!; word++) if (signals.title.has(words[word]!)) shared++
      const likeness = (2 * shared) / (wordsAt[i + 1]! - wordsAt[i]! + signals.title.size)
      if (likeness < best || (found >= 0 && likeness === best)) continue
      found = at
      best = likeness
    }
  }
  if (found < 0) return null
  const main = new Uint8Array(count)
  const rest = new Uint8Array(count)
  for (const [at, [from, to]] of ranges.entries()) (at === found ? main : rest).fill(1, from, to)
  return { main, rest }
}

/** Words of the chosen blocks for which `where` has a value. */
const wordsOf = ({ blocks }: PageStructure, chosen: Uint8Array, where: Uint8Array, value: 0 | 1): number => {
  let words = 0
  for (let i = 0; i < chosen.length; i++) {
    if (chosen[i] === 1 && where[i] === value) words += blocks.stats[i * STATS + WORDS]!
  }
  return words
}

const drop = (chosen: Uint8Array, where: Uint8Array): void => {
  for (let i = 0; i < chosen.length; i++) if (where[i] === 1) chosen[i] = 0
}
