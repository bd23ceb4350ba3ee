import { isObject, type JsonObject } from 'weirjs/toolkit'
import type { ExtractionPage } from '../service.ts'
import { typeOf } from '../structured/thing.ts'
import { complete, type Design } from './design.ts'

/** Types that say what a page is about, ahead of those that occur on many pages. */
const MAIN = [
  ...['Product', 'ProductGroup', 'DiscussionForumPosting', 'HowTo'],
  ...['Recipe', 'JobPosting', 'Event', 'NewsArticle', 'BlogPosting', 'Article', 'Book', 'Movie', 'Course'],
  ...['SoftwareApplication', 'VideoObject', 'Person', 'LocalBusiness', 'Restaurant', 'Organization'],
]
const FRAME = new Set([
  ...['WebSite', 'WebPage', 'BreadcrumbList', 'Breadcrumb', 'ImageObject', 'SearchAction', 'SiteNavigationElement'],
])
const NAMES = ['name', 'title', 'headline']

const MAX_PROPERTIES = 30
const MAX_DEPTH = 3
/** A line such as `Price: 24.50 EUR`, plain or in bold. */
const LABEL = /^(?:[-*|] )?\**([\p{Lu}][\p{L} ]{1,30}?)\**\s?:\**\s?(\S.{0,200})$/u
const NUMBER = /^(?:0|[1-9]\d{0,11})(?:[.,]\d{1,10})?$|^[1-9]\d{0,2}(?:[.,]\d{3}){1,4}(?:[.,]\d{1,2})?$/
/** Properties whose digits are no number: a leading zero counts. */
const CODE =
  /^(?:sku|mpn|gtin\d*|isbn|issn|productID|identifier|serialNumber|postalCode|telephone|faxNumber|taxID|vatID)$/

/** Designs a schema without a model: from the page's structured data, or else from its labels. */
export function designFromPage({ structured, markdown, metadata = {} }: ExtractionPage): Design {
  const items = isObject(structured) && isObject(structured.items) ? structured.items : {}
  const type =
    MAIN.find((name) => items[name] !== undefined) ??
    Object.keys(items).find((name) => !FRAME.has(typeOf({ type: name })))
  const list = type === undefined ? undefined : items[type]
  const thing = Array.isArray(list) && isObject(list[0]) ? list[0] : undefined
  const labels = thing ? {} : labelsOf(markdown)
  const properties = thing ? propertiesOf(thing, 1) : labels
  const page = Object.keys(properties).length > 0 ? properties : { title: text('The title'), summary: text('The gist') }
  const what = typeof metadata.headline === 'string' ? metadata.headline : 'the page'
  const schema = complete({
    description: thing ? `${type}, as ${what.slice(0, 100)} describes it` : `What ${what.slice(0, 100)} says`,
    properties: page,
    required: NAMES.filter((name) => Object.hasOwn(page, name)).slice(0, 1),
  })
  const recommendations = thing ? [] : ['The page has no structured data: check the fields']
  return { schema, recommendations, thinking: 0 }
}

const text = (description: string) => ({ type: 'string', description })

function propertiesOf(thing: JsonObject, depth: number): JsonObject {
  const entries = Object.entries(thing).filter(([name, value]) => name !== 'type' && name !== 'id' && value !== null)
  return Object.fromEntries(
    entries.slice(0, MAX_PROPERTIES).flatMap(([name, value]) => {
      const schema = CODE.test(name) && typeof value !== 'object' ? { type: 'string' } : schemaOf(value, depth)
      return schema ? [[name, schema]] : []
    }),
  )
}

function schemaOf(value: unknown, depth: number): JsonObject | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return { type: typeof value }
  if (typeof value === 'string') return { type: NUMBER.test(value) ? 'number' : 'string' }
  if (depth >= MAX_DEPTH) return undefined
  if (Array.isArray(value)) {
    const items = schemaOf(value[0], depth + 1)
    return items && { type: 'array', items }
  }
  if (!isObject(value)) return undefined
  const properties = propertiesOf(value, depth + 1)
  return Object.keys(properties).length > 0 ? { type: 'object', properties } : undefined
}

/** The labels of a page as properties. */
function labelsOf(markdown: string): JsonObject {
  const found: JsonObject = {}
  for (const line of markdown.split('\n')) {
    const [, label, value] = line.length <= 300 ? (LABEL.exec(line.trim()) ?? []) : []
    if (label === undefined || value === undefined || Object.keys(found).length >= MAX_PROPERTIES) continue
    const type = /^[^\p{L}\d]*\d[\d.,]*\s*(?:\p{Lu}{3}|\p{Sc})?$/u.test(value.replaceAll('*', '').trim())
      ? 'number'
      : 'string'
    found[camel(label)] = { type, description: label.trim() }
  }
  return found
}

const camel = (label: string) =>
  label
    .trim()
    .toLowerCase()
    .split(' ')
    .filter(Boolean)
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
