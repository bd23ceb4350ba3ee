import { describe, expect, test } from 'bun:test'
import { findEvidence } from '../../../../plugins/extract/evidence/index.ts'
import { designFromPage } from '../../../../plugins/extract/generate/design-from-page.ts'
import { applyRecipe } from '../../../../plugins/extract/recipes/apply.ts'
import { deriveRecipe } from '../../../../plugins/extract/recipes/derive.ts'
import { fillFromStructured } from '../../../../plugins/extract/structured/index.ts'
import { typedPages } from '../../content/main/pages.ts'
import { pageOf, withData } from '../page.ts'
import { things } from './things.ts'

/**
 * Records the complete results of extraction without a model, as somebody last reviewed them, since tests of single
 * rules do not cover how the rules work together. If a result is meant to change, run `bun test --update-snapshots`
 * and review the difference.
 */
const NAMES =
  `name title description text url website image photo logo price cost high price currency offers brand manufacturer sku mpn
  gtin isbn model availability in_stock condition colour size weight height width material category genre rating review_count best_rating
  seller author date published modified publisher language keywords tags comment_count ingredients instructions prep_time cook_time
  total_time duration servings cuisine calories protein fat sugar start_date end_date doors location venue address street city region
  postal_code country latitude longitude organizer performers event_status ticket_url company salary min_salary max_salary salary_currency
  salary_unit employment_type valid_through remote qualifications responsibilities benefits telephone phone fax email opening_hours founded
  founder employees vat social_profiles price_range director actors release_date pages breadcrumbs features guarantee country_of_origin
  handle delivery_time power lead_free dishwasher_safe difficulty dress_code department reading_time time mainImage productName
  jobTitle authorName organizationName`
    .split(/\s+/)
    .filter(Boolean)
const each = (schema: object) => ({
  type: 'object',
  properties: Object.fromEntries(NAMES.map((name) => [name, schema])),
})
const text = { type: 'string' }
const thing = {
  type: 'object',
  properties: { name: text, url: text, price: { type: 'number' }, text, author: text, street: text, value: text },
}
const schemas: Readonly<Record<string, Record<string, unknown>>> = {
  texts: each(text),
  numbers: each({ type: 'number' }),
  'whole numbers': each({ type: 'integer' }),
  flags: each({ type: 'boolean' }),
  'lists of texts': each({ type: 'array', items: text }),
  dates: each({ type: 'string', format: 'date' }),
  'times of days': each({ type: 'string', format: 'date-time' }),
  durations: each({ type: 'string', format: 'duration' }),
  addresses: each({ type: 'string', format: 'uri' }),
  'e-mail addresses': each({ type: 'string', format: 'email' }),
  'one of some words': each({
    enum: ['in_stock', 'InStock', 'out of stock', 'new', 'EUR', 'FULL_TIME', 'copper', 'scheduled', null],
  }),
  things: each(thing),
  'lists of things': each({ type: 'array', items: thing }),
}

/** The values that were filled in, without empty ones. */
const said = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(said)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const kept = said(part)
      const isNothing = kept === null || (typeof kept === 'object' && Object.keys(kept).length === 0)
      return isNothing ? [] : [[name, kept]]
    }),
  )
}
const lines = (value: object) =>
  Object.entries(value)
    .map(([name, part]) => `${name}: ${JSON.stringify(part)}`)
    .join('\n')

const pages = [
  ...(await Promise.all(
    Object.entries(things).map(async ([name, { data, body, language }]) => {
      const context = { '@context': 'https://schema.org', ...(data as object) }
      return [name, await pageOf(withData(context, body, language), 'https://shop.example/a/page')] as const
    }),
  )),
  ...(await Promise.all(
    Object.entries(typedPages).map(
      async ([name, { html, url }]) => [`${name} without data`, await pageOf(html, url)] as const,
    ),
  )),
]

describe.each(pages)('Of a page of the kind %s', (_, page) => {
  test.each(Object.entries(schemas))('%s are', (_, schema) => {
    const { data } = fillFromStructured(schema, [page])
    expect(lines(said(JSON.parse(JSON.stringify(data))) as object)).toMatchSnapshot()
  })

  test('the evidence of texts and numbers is', () => {
    for (const schema of [schemas.texts!, schemas.numbers!]) {
      const { data } = fillFromStructured(schema, [page])
      expect(
        findEvidence(schema, data, [page])
          .map((found) => JSON.stringify(found))
          .join('\n'),
      ).toMatchSnapshot()
    }
  })

  test('the schema that is designed from it is', () => {
    expect(JSON.stringify(designFromPage(page), null, 1)).toMatchSnapshot()
  })

  test('the selectors that give the same are, and give it', () => {
    const schema = {
      ...schemas.texts!,
      properties: { name: text, price: { type: 'number' }, sku: text, url: text, author: text, date: text },
    }
    const data = said(JSON.parse(JSON.stringify(fillFromStructured(schema, [page]).data)))
    const recipe = deriveRecipe(schema, data, page)
    const again = recipe && applyRecipe(recipe, schema, page)
    expect(JSON.stringify({ data, recipe, again }, null, 1)).toMatchSnapshot()
  })
})
