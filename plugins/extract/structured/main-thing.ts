import type { Facts } from './facts.ts'
import { type FoundValue, lookUp, type Subject, type WantedProperty } from './look-up.ts'
import { type Thing, typeOf } from './thing.ts'
import { textOf } from './values/text.ts'
import { keyOf } from './words.ts'

/** Types of things about the site rather than the page. */
const ABOUT_SITE = new Set(
  'BreadcrumbList Breadcrumb WebSite SearchAction ReadAction SiteNavigationElement WPHeader WPFooter WPSideBar WPAdBlock WebPageElement ImageObject EntryPoint ListItem ItemList SpeakableSpecification'.split(
    ' ',
  ),
)
/** Types that accompany other things, or are the page itself. */
const BESIDE =
  /(?:^|[a-z])(?:WebPage|CollectionPage|ItemPage|AboutPage|ContactPage|FAQPage|ProfilePage|QAPage|Organization|Person|Comment|Question|Answer|Review|Offer|AggregateRating|VideoObject|PostalAddress|Brand)$/
const PAGE = /Page$/
/** The most things that are scored: the first ones. */
const MAX_THINGS = 200

/** The thing that a schema is about, among all those on a page, and others that describe the same. */
export const mainSubject = (facts: Facts, wanted: readonly WantedProperty[], said: readonly string[]): Subject => {
  let best: { thing: Thing; score: number } | null = null
  for (const thing of facts.things.slice(0, MAX_THINGS)) {
    const score = scoreOf(thing, facts, wanted, said)
    if (score > (best?.score ?? 0)) best = { thing, score }
  }
  const thing = best?.thing ?? null
  return {
    thing,
    page: facts,
    others: facts.things.slice(0, MAX_THINGS).filter((each) => each !== thing && isOfSame(each, thing)),
  }
}

/** Items that describe the same: those with the same name, or the page as a thing. */
const isOfSame = (thing: Thing, main: Thing | null): boolean => {
  if (PAGE.test(typeOf(thing))) return main === null || !/Organization$/.test(typeOf(main))
  const name = nameOf(thing)
  return main !== null && name !== '' && name === nameOf(main) && !ABOUT_SITE.has(typeOf(thing))
}

const nameOf = (thing: Thing) => keyOf(textOf(thing.name ?? thing.headline ?? thing.title ?? '') ?? '')

const scoreOf = (thing: Thing, facts: Facts, wanted: readonly WantedProperty[], said: readonly string[]): number => {
  const type = typeOf(thing)
  if (ABOUT_SITE.has(type)) return -1
  const answers = answered(thing, wanted)
  if (answers === 0) return -1
  const name = nameOf(thing)
  const isNamed =
    name.length > 2 && facts.names.some((each) => keyOf(each).includes(name) || name.includes(keyOf(each)))
  const isSaid = said.includes(keyOf(type)) || said.some((word) => word.length > 3 && keyOf(type).includes(word))
  return answers + (isNamed ? 1.5 : 0) + (isSaid ? 3 : 0) - (BESIDE.test(type) ? 0.75 : 0)
}

/** How many properties a thing has values for; those that say which thing it is count half. */
export const answered = (thing: Thing, wanted: readonly WantedProperty[]): number => {
  const subject: Subject = { thing, page: null, others: [] }
  return wanted.reduce((sum, each) => {
    const found = first(lookUp(subject, each))
    return found === undefined ? sum : sum + (each.concept?.isIdentity ? 0.5 : 1)
  }, 0)
}

const first = (found: Generator<FoundValue>): FoundValue | undefined => {
  for (const each of found) return each
  return undefined
}
