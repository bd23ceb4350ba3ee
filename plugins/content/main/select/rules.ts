import type { Recorder } from '../../clean/recorder.ts'
import { closest, ELEMENT, type Element } from '../../tree/index.ts'
import { STATS, WORDS } from '../blocks/stats.ts'
import type { PageStructure } from '../page-structure.ts'
import { asidesOf } from './asides.ts'
import { type PageType, pageTypeOf } from './page-type.ts'

/** If a page has this many words without an aside, they are enough to be its content. */
const ENOUGH_WITHOUT_ASIDE = 40
/** If the main article has this many words, they are enough to be the page's content. */
const ENOUGH_OF_ARTICLE = 100
/**
 * How similar to the page's title the heading of the main article must be: twice the shared words over the words of
 * both.
 */
const LIKE_TITLE = 0.5

/**
 * A text of at least this many words that occurs again is a copy: pages contain copies for small screens, and product
 * pages repeat their labels.
 */
const REPEATED = 15
const REPEATED_OF_PRODUCT = 3
/**
 * The most words of a quotation that stays although it repeats a post: an answer needs it to be understood. A longer
 * one is the whole of a long post.
 */
const MAX_QUOTATION_LENGTH = 25

/**
 * Drops what looks like content by itself but is not: what is beside the content on a page of this type, further
 * articles beside the one with the page's title, and repeated texts.
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
 * Drops texts that were chosen elsewhere before, except code and short quotations in a thread, unless most of the
 * choice would go.
 */
const dropRepeats = (page: PageStructure, chosen: Uint8Array, { isForum, isProduct }: PageType): void => {
  const least = isProduct ? REPEATED_OF_PRODUCT : REPEATED
  const { count, stats, textHash, holder } = page.blocks
  /**
   * The parent of each text's first occurrence. Repeats within one parent are intended, as in the steps of a recipe.
   */
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
 * The blocks of the article that has the page's title, and those of the other articles; null if none has it, or if
 * there is only one article.
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

/** The words of the chosen blocks for which `where` has a value. */
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
