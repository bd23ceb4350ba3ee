import { ELEMENT, type Element } from '../../tree/index.ts'
import { STATS, WORDS } from '../blocks/stats.ts'
import type { Look } from '../look.ts'
import { COMMENT } from '../regions/names.ts'

/** Addresses of pages whose content is what their visitors write. */
const FORUM =
  /forum|(?:^|[./])(?:threads?|topics?|community|communities|discuss|discussions?|questions?|ask|answers|talk|boards|groups|t|r|comments)(?:[./-]|$)|viewtopic|show(?:thread|topic)|item\?id/i
/** Words of a page without its comments, and of the article it is about, that are enough to be its content. */
const ENOUGH_WITHOUT_COMMENTS = 40
const ENOUGH_OF_ARTICLE = 100
/** How like the page's title a heading is that belongs to the article the page is about: twice the shared words over all. */
const LIKE_TITLE = 0.5

/** A text of at least so many words that stands on a page again says nothing new: pages hold copies for small screens. */
const REPEATED = 15

/**
 * Takes back what looks like content by itself and is not: comments below something else, further articles behind the one
 * that has the page's title, and what stands there once already. The first two are the content of forums, and stay there.
 */
export const mend = (look: Look, chosen: Uint8Array): void => {
  dropOthers(look, chosen)
  dropRepeats(look, chosen)
}

const dropRepeats = ({ blocks }: Look, chosen: Uint8Array): void => {
  const seen = new Set<number>()
  for (let i = 0; i < blocks.count; i++) {
    if (chosen[i] === 0 || blocks.stats[i * STATS + WORDS]! < REPEATED) continue
    if (seen.has(blocks.textHash[i]!)) chosen[i] = 0
    else seen.add(blocks.textHash[i]!)
  }
}

const dropOthers = (look: Look, chosen: Uint8Array): void => {
  const { hostname, pathname, search } = look.url
  if (FORUM.test(hostname + pathname + search)) return
  dropWhere(look, chosen, commentsOf(look), ENOUGH_WITHOUT_COMMENTS)
  const others = otherArticles(look)
  if (others !== null && wordsOf(look, chosen, others.main) >= ENOUGH_OF_ARTICLE) drop(chosen, others.rest)
}

/** Blocks in elements that are named after comments and do not hold the first-level heading. */
const commentsOf = ({ tree, blocks, regions }: Look): Uint8Array => {
  const { nodes, body } = tree
  const { count, holder, text } = blocks
  let title = -1
  for (let i = 0; i < count && title < 0; i++) if ((nodes[holder[i]!] as Element).name === 'h1') title = text[i]!
  const inside = new Uint8Array(nodes.length)
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (node.kind !== ELEMENT) continue
    const isComment = (regions.ownKinds[id]! & COMMENT) !== 0 && !(id <= title && title <= node.end)
    inside[id] = isComment ? 1 : inside[node.parent!.id]!
  }
  return Uint8Array.from(holder.subarray(0, count), (id) => inside[id]!)
}

const dropWhere = (look: Look, chosen: Uint8Array, where: Uint8Array, enough: number): void => {
  const rest = where.map((flag) => 1 - flag)
  if (wordsOf(look, chosen, rest) >= enough) drop(chosen, where)
}

/** The blocks of the article that has the page's title, and those of the others; null where none has it, or there is but one. */
const otherArticles = ({ tree, blocks, regions, claims }: Look): { main: Uint8Array; rest: Uint8Array } | null => {
  const { nodes, body } = tree
  const { count, holder, words, wordsAt } = blocks
  const ranges: [from: number, to: number][] = []
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (node.kind !== ELEMENT || node.name !== 'article') continue
    const [from, to] = [regions.before[id]!, regions.before[node.end + 1]!]
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
      for (let word = wordsAt[i]!; word < wordsAt[i + 1]!; word++) if (claims.title.has(words[word]!)) shared++
      const likeness = (2 * shared) / (wordsAt[i + 1]! - wordsAt[i]! + claims.title.size)
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

const wordsOf = ({ blocks }: Look, chosen: Uint8Array, where: Uint8Array): number => {
  let words = 0
  for (let i = 0; i < chosen.length; i++)
    if (chosen[i] === 1 && where[i] === 1) words += blocks.stats[i * STATS + WORDS]!
  return words
}

const drop = (chosen: Uint8Array, where: Uint8Array): void => {
  for (let i = 0; i < chosen.length; i++) if (where[i] === 1) chosen[i] = 0
}
