import { type Tree, tagOf } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import {
  COMMON,
  CURRENCIES,
  FIELDS,
  HEADINGS,
  IMAGES,
  LINKED,
  MARKED,
  NUMBERS,
  ONE,
  PROSE,
  PROSE_WORDS,
  QUESTIONS,
  STATS,
  STOPS,
  WORDS,
} from '../blocks/stats.ts'
import type { Containers } from '../containers/containers.ts'
import { KINDS } from '../containers/names.ts'
import { MIN_ITEMS } from '../containers/sibling-groups.ts'

/** How much text the page has, and of what kind. */
export const countText = ({ count }: Blocks, { sums }: Containers): number[] => {
  const all = (stat: number) => sums[count * STATS + stat]!
  const words = Math.max(1, all(WORDS))
  const each = Math.max(1, count)
  return [
    Math.log1p(words),
    Math.log1p(count),
    words / each,
    all(LINKED) / words,
    all(PROSE_WORDS) / words,
    Math.log1p(all(PROSE)),
    all(STOPS) / words,
    all(QUESTIONS) / words,
    all(CURRENCIES) / Math.max(1, all(ONE)),
    all(NUMBERS) / words,
    all(MARKED) / words,
    all(HEADINGS) / each,
    all(FIELDS) / each,
    all(IMAGES) / each,
    all(COMMON) / words,
  ]
}

/** The elements that are counted. */
export const counted = [
  'p',
  'li',
  'pre',
  'form',
  'img',
  'h1',
  'h2',
  'h3',
  'h4',
  'article',
  'section',
  'tr',
  'input',
  'button',
  'iframe',
  'time',
  'blockquote',
  'code',
  'video',
  'select',
  'table',
  'dl',
  'nav',
  'aside',
  'main',
]

/** The logarithm of the number of elements of each counted tag. */
export const countElements = (tree: Tree): number[] => counted.map((name) => Math.log1p(tree.counts[tagOf(name).code]!))

/**
 * Shares of the page's words: by the kinds of names around them, in the largest sibling group, in any sibling group,
 * and hidden.
 */
export const shareByNames = (
  { body }: Tree,
  { count, stats, holder, hidden }: Blocks,
  containers: Containers,
): number[] => {
  const words = Math.max(1, containers.sums[count * STATS + WORDS]!)
  const named = new Float64Array(KINDS)
  let largest = 0
  let grouped = 0
  let unseen = 0
  for (let i = 0; i < count; i++) {
    const held = stats[i * STATS + WORDS]!
    const h = holder[i]!
    unseen += hidden[i]! * held
    if (h === body.id) continue
    const kind = containers.kinds[h]!
    for (let bit = 0; bit < KINDS; bit++) if ((kind & (1 << bit)) !== 0) named[bit]! += held
    if (containers.innerItem[h]! >= 0) grouped += held
  }
  for (const group of containers.groups) {
    if (group.count >= MIN_ITEMS && group.blocks > group.count) largest = Math.max(largest, group.words)
  }
  return [...named, largest, grouped, unseen].map((held) => held / words)
}
