import { type Static, t } from 'weirjs'
import type { SearchBody } from '../../search/service.ts'
import { readPage } from '../page/read-page.ts'
import type { Api, Shape } from '../page/shape.ts'
import type { Warnings } from '../page/warnings.ts'
import { askerFields, ScrapeOptions } from '../schema/page-fields.ts'
import { readPeriod } from './read-period.ts'

const period = t.Optional(t.String({ description: 'Maximum age of the results' }))
const place = t.Optional(t.String({ description: 'Location of the results, in words' }))

const openObject = { additionalProperties: true }
const SourceOptions = t.Object({ type: t.String(), tbs: period, location: place }, openObject)
const domains = (description: string) =>
  t.Optional(t.Array(t.String({ pattern: '^[A-Za-z0-9.-]+$', maxLength: 253 }), { maxItems: 20, description }))

/** The most characters of a query in Weir's own API. */
const MAX_QUERY = 500

export const SearchRequest = t.Object(
  {
    query: t.String({ minLength: 1, maxLength: MAX_QUERY, examples: ['tea kettles'] }),
    limit: t.Optional(t.Integer({ minimum: 1, description: 'Maximum number of results, up to 20' })),
    sources: t.Optional(
      t.Array(t.Union([t.String(), SourceOptions]), {
        description: '`web`, `news`, `images`; a `tbs` of one of them applies to all',
      }),
    ),
    categories: t.Optional(
      t.Array(t.Union([t.String(), t.Object({ type: t.String() }, openObject)]), {
        description: 'Has no effect: sites of all categories are searched',
      }),
    ),
    includeDomains: domains('Returns only results from these domains'),
    excludeDomains: domains('Returns no results from these domains'),
    tbs: period,
    lang: t.Optional(t.String({ description: 'BCP 47 tag of the language of the results' })),
    country: t.Optional(t.String({ description: 'ISO 3166 code of the country of the results' })),
    location: place,
    timeout: t.Optional(t.Number({ minimum: 0, description: 'Milliseconds for each scraped result' })),
    ignoreInvalidURLs: t.Optional(t.Boolean({ description: 'Has no effect: results are always URLs' })),
    scrapeOptions: t.Optional(ScrapeOptions),
    ...askerFields,
  },
  { description: 'What to search for, and how to convert the results' },
)
export type SearchRequest = Static<typeof SearchRequest>

/** The default number of results by version, and the highest. */
const LIMITS = { 1: 5, 2: 10 } as const
const MAX_RESULTS = 20

/** The supported sources. */
const sources = ['web', 'news', 'images'] as const
export type Source = (typeof sources)[number]

const nameOf = (one: string | { type: string }) => (typeof one === 'string' ? one : one.type)

export interface ReadSearch {
  search: SearchBody & { sources: Source[] }
  shape: Shape
}

/** Converts a search to Weir's own. */
export function readSearch(body: SearchRequest, api: Api, warnings: Warnings): ReadSearch {
  const { limit = LIMITS[api.version], scrapeOptions = { formats: [] }, timeout } = body
  const { includeDomains = [], excludeDomains = [], country, lang } = body
  const {
    body: page,
    shape,
    warnings: read,
  } = readPage({ timeout, ...scrapeOptions, formats: scrapeOptions.formats ?? [] }, api)
  for (const sentence of read.all) warnings.add(sentence)
  if (limit > MAX_RESULTS) warnings.add(`limit is ${MAX_RESULTS} results at most`)
  const named = (body.sources ?? ['web']).map(nameOf)
  const wanted = sources.filter((source) => named.includes(source))
  for (const source of named)
    if (!(sources as readonly string[]).includes(source))
      warnings.add(`The source ${source.slice(0, 100)} is not supported by this server and was left out`)
  if (body.categories?.length) warnings.ignore('categories')
  const options = (body.sources ?? []).filter((source) => typeof source === 'object')
  const tbs = body.tbs ?? options.find((source) => source.tbs)?.tbs
  const period = tbs === undefined ? undefined : readPeriod(tbs)
  if (tbs && !period) warnings.ignore('tbs', 'it is qdr:d, w, m or y, or cdr:1 with cd_min and cd_max')
  if (tbs === 'qdr:h') warnings.add('tbs is a day at least')
  if (body.location || options.some((source) => source.location)) warnings.ignore('location', 'country says it here')
  let query = body.query
  const restrict = (site: string): boolean => {
    const longer = `${query} ${site}`
    const fits = longer.length <= MAX_QUERY
    if (fits) query = longer
    else warnings.add(`The query and its domains have more than ${MAX_QUERY} characters: not all domains count`)
    return fits
  }
  let isFirst = true
  for (const domain of includeDomains) if (restrict(`${isFirst ? '' : 'OR '}site:${domain}`)) isFirst = false
  for (const domain of excludeDomains) restrict(`-site:${domain}`)
  return {
    shape,
    search: {
      query,
      limit: Math.min(limit, MAX_RESULTS),
      sources: wanted.length > 0 ? wanted : ['web'],
      ...period,
      ...(country && /^[A-Za-z]{2}$/.test(country) && { country }),
      ...(lang && { language: lang }),
      ...(shape.fields.length > 0 && { scrapeResults: true, scrapeOptions: page }),
    },
  }
}
