import type { Blocks } from '../../../plugins/content/main/blocks/blocks.ts'
import { STATS, WORDS } from '../../../plugins/content/main/blocks/stats.ts'
import { namesOf } from '../../../plugins/content/main/containers/names.ts'
import { startHash } from '../../../plugins/content/main/features/text.ts'
import { type Lexicon, MAX_PHRASE_WORDS, MAX_TEXT_WORDS } from '../../../plugins/content/main/model/lexicon.ts'
import type { Element, Tree } from '../../../plugins/content/tree/index.ts'

/** The evidence of one page for the words of a lexicon: how much of the text with them is content. */
export interface PageWords {
  names: ReadonlyMap<number, Share>
  texts: ReadonlyMap<number, Share>
  words: ReadonlyMap<number, Share>
}

interface Share {
  hit: number
  of: number
}

/** Names of elements around nearly the whole page are not evidence. */
const NEARLY_ALL = 0.9
/** The number of elements around a block whose names count. */
const LEVELS = 8

/** Counts the words of a page. `target` is the share of each block that is content, negative if unknown. */
export const countWords = (tree: Tree, blocks: Blocks, target: Float32Array): PageWords => {
  const names = new Map<number, Share>()
  const texts = new Map<number, Share>()
  const words = new Map<number, Share>()
  const { nodes, body } = tree
  const { count, holder, stats, textHash, wordsAt } = blocks
  const known = new Map<number, number[]>()
  const held = new Float64Array(nodes.length)
  let total = 0
  for (let i = 0; i < count; i++) {
    const w = stats[i * STATS + WORDS]!
    total += w
    for (let each: Element | null = nodes[holder[i]!] as Element; each !== null; each = each.parent) held[each.id]! += w
  }
  for (let i = 0; i < count; i++) {
    const y = target[i]!
    if (y < 0) continue
    const w = stats[i * STATS + WORDS]!
    const weight = Math.sqrt(w)
    const seen = new Set<number>()
    let each = nodes[holder[i]!] as Element
    for (let level = 0; level < LEVELS && each !== body; level++) {
      if (held[each.id]! > total * NEARLY_ALL) break
      let own = known.get(each.id)
      if (own === undefined) {
        own = namesOf(each)
        known.set(each.id, own)
      }
      for (const name of own) seen.add(name)
      if (each.parent === null) break
      each = each.parent
    }
    for (const name of seen) add(names, name, y, weight)
    if (w <= MAX_PHRASE_WORDS) add(texts, textHash[i]!, y, 1)
    if (w > 2) add(texts, startHash(blocks.words, wordsAt[i]!), y, 1)
    if (w <= MAX_TEXT_WORDS) {
      for (const word of new Set(blocks.words.subarray(wordsAt[i]!, wordsAt[i + 1]!))) add(words, word, y, 1)
    }
  }
  return { names, texts, words }
}

const add = (map: Map<number, Share>, key: number, y: number, weight: number) => {
  const share = map.get(key)
  if (share === undefined) map.set(key, { hit: y * weight, of: weight })
  else {
    share.hit += y * weight
    share.of += weight
  }
}

/** The requirements for a word of a lexicon, and the most words of each list. */
export interface LexiconOptions {
  /** The fewest sites with the word. */
  sites: number
  /** The weight of the prior, in sites. */
  shrink: number
  names: number
  texts: number
  words: number
}

/** Builds a lexicon from the words of pages. Each site counts the same. */
export const makeLexicon = (
  pages: readonly { site: string; words: PageWords }[],
  options: LexiconOptions,
): Lexicon => ({
  names: values(pages, 'names', options, options.names),
  texts: values(pages, 'texts', options, options.texts),
  words: values(pages, 'words', options, options.words),
})

const values = (
  pages: readonly { site: string; words: PageWords }[],
  part: keyof PageWords,
  { sites, shrink }: LexiconOptions,
  most: number,
): Map<number, number> => {
  const bySite = new Map<string, Map<number, Share>>()
  for (const { site, words } of pages) {
    let all = bySite.get(site)
    if (all === undefined) {
      all = new Map()
      bySite.set(site, all)
    }
    for (const [key, { hit, of }] of words[part]) add(all, key, hit / of, 1)
  }
  const sums = new Map<number, Share>()
  let hits = 0
  let of = 0
  for (const all of bySite.values()) {
    for (const [key, share] of all) {
      add(sums, key, share.hit / share.of, 1)
      hits += share.hit / share.of
      of++
    }
  }
  const prior = hits / Math.max(1, of)
  const odds = (p: number) => Math.log(p / (1 - p))
  const base = odds(Math.min(0.99, Math.max(0.01, prior)))
  const found: [number, number, number][] = []
  for (const [key, share] of sums) {
    if (share.of < sites) continue
    const p = (share.hit + prior * shrink) / (share.of + shrink)
    const value = Math.round((odds(Math.min(0.99, Math.max(0.01, p))) - base) * 16) / 16
    if (value !== 0) found.push([key, value, Math.abs(value) * Math.sqrt(share.of)])
  }
  found.sort((a, b) => b[2] - a[2] || a[0] - b[0])
  return new Map(found.slice(0, most).map(([key, value]) => [key, value]))
}
