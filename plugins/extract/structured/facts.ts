import { isObject, type JsonObject } from 'weirjs/toolkit'
import type { ExtractionPage } from '../service.ts'
import { readDataFile } from './data-file.ts'
import { type Labels, readLabels, readRows } from './labels.ts'
import { listOf, type Thing, typeOf } from './thing.ts'

/** The most things of one page that are considered, and their deepest nesting. */
const MAX_THINGS = 2_000
const DEEPEST = 4
/** Languages with a decimal comma; Spanish has it where it is not spoken in North or Central America or in Peru. */
const COMMA =
  /^(?:de|fr|es(?!-(?:MX|US|PR|DO|GT|HN|NI|PA|PE|SV)\b)|it|nl|pt|pl|cs|sk|da|sv|nb|nn|no|fi|ru|uk|tr|hu|ro|bg|hr|sl|sr|el|et|lv|lt|is|id|vi|ca|gl|be|mk|bs|kk|az|ka|hy)\b/i

/** Whether a language writes 1,5 for one and a half. */
export const usesComma = (language: unknown): boolean => typeof language === 'string' && COMMA.test(language)

/** Everything that a page states, ready to be queried. */
export interface Facts {
  url: string
  /** The page's own things, and those that they are about or list. */
  things: readonly Thing[]
  labels: Labels
  commaIsPoint: boolean
  /** Of the page (BCP 47). */
  language: string | null
  /** What the page states about itself as a whole. */
  metadata: JsonObject
  openGraph: JsonObject
  /** The page's names for itself: its headline and titles. */
  names: readonly string[]
}

/** Reads what a page states. */
export const readFacts = ({ url, structured, json, metadata = {} }: ExtractionPage): Facts => {
  const { items, openGraph } = isObject(structured) ? structured : {}
  const own = { ...metadata } as JsonObject
  const og = isObject(own.og) ? own.og : {}
  const file = readDataFile(json, own.parserName)
  const labels = readLabels(file ? null : json)
  for (const rows of file?.tables ?? []) readRows(labels, rows)
  const names = [own.headline, own.title, og.title].filter((name) => typeof name === 'string' && name !== '')
  return {
    url,
    things: [...(isObject(items) ? thingsIn(items) : []), ...(file?.things ?? [])],
    labels,
    commaIsPoint: usesComma(own.language),
    language: typeof own.language === 'string' ? own.language : null,
    metadata: own,
    openGraph: isObject(openGraph) ? openGraph : {},
    names: names as string[],
  }
}

/** Properties that lead from a thing to others that the page is equally about. */
const LEADS_ON = ['mainEntity', 'itemListElement', 'item', 'about']

const thingsIn = (items: JsonObject): Thing[] => {
  const found = new Set<Thing>()
  const add = (thing: unknown, depth: number) => {
    if (!isObject(thing) || found.size >= MAX_THINGS || depth > DEEPEST) return
    if (typeOf(thing) !== 'ListItem') found.add(thing)
    if (typeOf(thing) === 'BreadcrumbList') return
    for (const name of LEADS_ON) for (const next of listOf(thing[name])) add(next, depth + 1)
  }
  for (const list of Object.values(items)) for (const thing of listOf(list)) add(thing, 0)
  return [...found]
}
