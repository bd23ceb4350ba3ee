import type { Facts } from './facts.ts'
import type { WantedProperty } from './look-up.ts'
import { answered } from './main-thing.ts'
import { type Thing, typeOf } from './thing.ts'
import { keyOf, numbersOf } from './words.ts'

/** How many things of a group are examined to judge it. */
const SAMPLE = 5
/** Types of things that pages have about themselves. */
const NO_LIST = new Set(
  'BreadcrumbList Breadcrumb WebSite WebPage SearchAction ReadAction SiteNavigationElement ImageObject EntryPoint PostalAddress'.split(
    ' ',
  ),
)
/** Types of its parts, such as `WPHeader`. */
const PART = /^WP\w/

/**
 * The things of a page that fill a list of objects: those of one type, or the rows of a table, that have values for
 * most of the properties. Empty if they have values for fewer than two, unless the list is named after their type.
 */
export const thingsFor = (facts: Facts, name: string, wanted: readonly WantedProperty[]): readonly Thing[] => {
  const keys = numbersOf(keyOf(name))
  let best: { things: readonly Thing[]; score: number } = { things: [], score: 0 }
  for (const things of groupsOf(facts)) {
    const type = keyOf(typeOf(things[0]!))
    const isNamed = type !== '' && keys.some((key) => key === type || (key.length > 3 && type.endsWith(key)))
    const answers =
      things.slice(0, SAMPLE).reduce((sum, thing) => sum + answered(thing, wanted), 0) / Math.min(SAMPLE, things.length)
    const least = isNamed ? 0.5 : Math.max(Math.min(2, wanted.length), wanted.length * 0.4) - 0.5
    const score = answers + (isNamed ? 3 : 0) + (things.length > 1 ? 0.5 : 0)
    if (answers >= least && score > best.score) best = { things, score }
  }
  return best.things
}

const groupsOf = ({ things, labels }: Facts): Iterable<readonly Thing[]> => {
  const byType = new Map<string, Thing[]>()
  for (const thing of things) {
    const type = typeOf(thing)
    if (NO_LIST.has(type) || PART.test(type)) continue
    const group = byType.get(type)
    if (group) group.push(thing)
    else byType.set(type, [thing])
  }
  return [...byType.values(), ...labels.tables]
}
