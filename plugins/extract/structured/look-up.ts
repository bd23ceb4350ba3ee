import { isObject } from 'weirjs/toolkit'
import type { Facts } from './facts.ts'
import { listOf, ownValue, type Thing, typeOf, valuesAt } from './thing.ts'
import { type Concept, conceptIn, conceptOf } from './vocabulary.ts'
import { keyOf, numbersOf, wordsOf } from './words.ts'

/** What is queried: a thing of a page, or the page itself with its main thing. */
export interface Subject {
  thing: Thing | null
  /** Labels and page metadata belong only to the page's main thing. */
  page: Facts | null
  /** Further things about the same thing, queried last: the page as a thing, or the same in other words. */
  others: readonly Thing[]
  /** Whether to take only what cannot belong to another thing: not names, texts and URLs. */
  withoutIdentity?: boolean
}

/** A property that is looked up. */
export interface WantedProperty {
  key: string
  /** The words of its name, and those that say more than which thing it belongs to and in which unit. */
  named: readonly string[]
  words: readonly string[]
  concept: Concept | undefined
  /** The words of its description in the schema. */
  said: readonly string[]
}

/** A candidate value, and whether it comes from the page's text. */
export interface FoundValue {
  value: unknown
  isText: boolean
}

/** Words that say which thing a property belongs to: `productName`, `job_title`. */
const SUBJECTS = new Set(
  'product item article post recipe event job position company organization organisation business page book movie film course person place venue hotel restaurant news story main'.split(
    ' ',
  ),
)

/** Units at the end of a name: `cook_time_minutes`. */
const UNIT = /^(?:minutes|mins?|seconds|secs?|hours|hrs|eur|usd|gbp|kg|cm|mm|value)$/

/** Interprets a property by its name and description. */
export const wantedOf = (name: string, schema: { title?: unknown; description?: unknown }): WantedProperty => {
  const named = wordsOf(name)
  const behind = named.length > 1 && SUBJECTS.has(named[0]!) ? named.slice(1) : named
  const words = behind.length > 1 && UNIT.test(behind.at(-1)!) ? behind.slice(0, -1) : behind
  const key = named.join('')
  const said = [schema.title, schema.description].flatMap((text) => (typeof text === 'string' ? wordsOf(text) : []))
  // `postedDate` means `date posted`.
  const turned = words.toReversed().join('')
  return { key, named, words, concept: conceptOf(key) ?? conceptOf(words.join('')) ?? conceptOf(turned), said }
}

/** What a subject states about a property, most likely first. */
export function* lookUp(subject: Subject, wanted: WantedProperty): Generator<FoundValue> {
  const { thing, page, others } = subject
  if (subject.withoutIdentity && wanted.concept?.isIdentity) return
  // The title of a page about an organization is not the name of that.
  const isOfPage = thing !== null && page !== null && TITLE.test(wanted.key) && isOrganization(thing)
  if (thing && !isOfPage) yield* inThing(thing, wanted)
  if (page) yield* onLabels(page, wanted)
  if (page && wanted.concept) yield* onPage(page, wanted.concept)
  if (isOfPage) yield* inThing(thing, wanted)
  for (const other of others) yield* inThing(other, wanted)
  // A property's description helps if its name says nothing.
  const concept = wanted.concept ? undefined : conceptIn(wanted.said)
  if (concept && !concept.isIdentity) yield* lookUp(subject, { ...wanted, key: concept.names[0]!, concept, said: [] })
}

function* inThing(thing: Thing, { key, words, concept }: WantedProperty): Generator<FoundValue> {
  const isCompany = concept?.names[0] === 'company'
  // A thing's own name is that of a company only if the thing is one.
  const names = isCompany && !isOrganization(thing) ? [key] : [key, words.join('')]
  for (const each of new Set(names.flatMap((name) => numbersOf(name)))) {
    const own = ownValue(thing, each)
    if (own !== undefined && own !== null) yield structured(own)
  }
  for (const path of concept?.paths ?? []) {
    const values = valuesAt(thing, path)
    if (values.length > 0) yield structured(values.length === 1 ? values[0] : values)
  }
  for (const each of [key, ...(concept?.names ?? [])]) {
    const value = additional(thing, each)
    if (value !== undefined) yield structured(value)
  }
  // If the thing is a company, it is the answer itself.
  if (isCompany && isOrganization(thing)) yield structured(thing)
  // Likewise a question among those of a page.
  if (key === 'question' && typeOf(thing) === 'Question') yield structured(thing.name ?? thing.text)
  if (concept === undefined) yield* inParts(thing, words)
}

const COMPANY = /(?:Organization|Corporation|Business|Store|Service|University|School|Hotel|Restaurant)$/

/** Services that are offered by organizations, and are none. */
const OFFERED = /^(?:Food|Taxi|Government|Broadcast|RadioBroadcast|CableOrSatellite)?Service$/

const TITLE = /^(?:page)?(?:title|headline)$/

const isOrganization = (thing: Thing) => COMPANY.test(typeOf(thing)) && !OFFERED.test(typeOf(thing))

const structured = (value: unknown): FoundValue => ({ value, isText: false })

/** A value among the additional properties, which have the page's own names. */
const additional = (thing: Thing, key: string): unknown => {
  for (const value of valuesAt(thing, ['additionalProperty']).slice(0, 200))
    if (isObject(value) && typeof value.name === 'string' && keyOf(value.name) === key) return withoutName(value)
  return undefined
}

/** A value with its unit, if it has one. */
const withoutName = ({ value, unitText, unitCode }: Thing): unknown =>
  unitText === undefined && unitCode === undefined ? value : { value, unitText, unitCode }

/** `authorUrl`: the author's `url`. */
function* inParts(thing: Thing, words: readonly string[]): Generator<FoundValue> {
  for (let at = words.length - 1; at > 0; at--) {
    const [whole, part] = [words.slice(0, at).join(''), words.slice(at).join('')]
    const paths = conceptOf(whole)?.paths ?? []
    const owners = [ownValue(thing, whole), ...paths.flatMap((path) => valuesAt(thing, path))].flat()
    for (const owner of owners.slice(0, 20)) {
      const inner = isObject(owner)
        ? inThing(owner, { key: part, named: [part], words: [part], concept: conceptOf(part), said: [] })
        : []
      yield* inner
      if (typeof owner === 'string' && part === 'name') yield structured(owner)
    }
  }
}

function* onLabels({ labels }: Facts, { key, words, concept }: WantedProperty): Generator<FoundValue> {
  const keys = new Set([...numbersOf(key), ...numbersOf(words.join('')), ...(concept?.names ?? [])])
  for (const each of keys) for (const value of labels.values.get(each) ?? []) yield { value, isText: true }
  for (const each of keys) for (const value of labels.addresses.get(each) ?? []) yield structured(value)
  for (const each of keys) {
    const list = labels.lists.get(each)
    if (list && list.length > 0) yield { value: list, isText: true }
  }
  for (const each of keys) {
    const text = labels.texts.get(each)
    if (text !== undefined) yield { value: text, isText: true }
  }
}

function* onPage({ metadata, openGraph }: Facts, { page }: Concept): Generator<FoundValue> {
  for (const path of page) {
    const all = path.includes(':') ? listOf(openGraph[path]) : valuesAt(metadata, path.split('.'))
    const values = all.filter((value) => value !== undefined && value !== null && value !== '')
    if (values.length > 0) yield structured(values.length === 1 ? values[0] : values)
  }
}
