import { describe, expect, test } from 'bun:test'
import { Warnings } from '../../../../plugins/firecrawl/page/warnings.ts'
import { readPeriod } from '../../../../plugins/firecrawl/search/read-period.ts'
import { readSearch, type SearchRequest } from '../../../../plugins/firecrawl/search/read-search.ts'

const read = (body: Partial<SearchRequest>, version: 1 | 2 = 2) => {
  const warnings = new Warnings()
  const { search, shape } = readSearch({ query: 'tea', ...body }, { version, path: '/v2' }, warnings)
  return { search, shape, warnings: warnings.all }
}

test.each([
  ['qdr:h', { timeRange: 'day' }],
  ['qdr:d', { timeRange: 'day' }],
  ['qdr:w', { timeRange: 'week' }],
  ['qdr:m', { timeRange: 'month' }],
  ['qdr:y', { timeRange: 'year' }],
  ['qdr:x', undefined],
  ['cdr:1,cd_min:1/31/2026,cd_max:12/1/2026', { from: '2026-01-31', to: '2026-12-01' }],
  ['cdr:1,cd_min:1/31/2026', { from: '2026-01-31' }],
  ['cdr:1,cd_max:1/31/2026', { to: '2026-01-31' }],
  ['cdr:1,cd_max:31.1.2026', undefined],
  ['cdr:1', undefined],
  ['cd_min:1/31/2026', undefined],
  ['sbd:1', undefined],
] as const)('the period %p', (tbs, period) => {
  expect(readPeriod(tbs)).toEqual(period as ReturnType<typeof readPeriod>)
})

describe('a search', () => {
  test('asks for a few web pages by default', () => {
    expect(read({})).toEqual({
      search: { query: 'tea', limit: 10, sources: ['web'] },
      shape: { version: 2, fields: [], json: undefined, stealth: false },
      warnings: [],
    })
    expect(read({}, 1).search.limit).toBe(5)
  })

  test('has 20 results at most', () => {
    expect([read({ limit: 20 }).warnings, read({ limit: 21 }).search.limit, read({ limit: 21 }).warnings]).toEqual([
      [],
      20,
      ['limit is 20 results at most'],
    ])
  })

  test('has its sources as strings or objects, with a warning for unknown ones', () => {
    const { search, warnings } = read({ sources: ['images', { type: 'web' }, 'maps'] })
    expect([search.sources, warnings]).toEqual([
      ['web', 'images'],
      ['The source maps is not supported by this server and was left out'],
    ])
    expect(read({ sources: [] }).search.sources).toEqual(['web'])
  })

  test('has the period of one of its sources, unless it has one itself', () => {
    const sources = ['news', { type: 'web', tbs: 'qdr:w', location: 'Berlin' }]
    const { search, warnings } = read({ sources })
    expect([search.timeRange, warnings]).toEqual(['week', ['location was ignored: country says it here']])
    expect(read({ sources, tbs: 'qdr:y' }).search.timeRange).toBe('year')
  })

  test('of the last hour finds what is of the last day, and says so', () => {
    const { search, warnings } = read({ tbs: 'qdr:h' })
    expect([search.timeRange, warnings]).toEqual(['day', ['tbs is a day at least']])
  })

  test('covers some sites, or leaves some out', () => {
    const { query } = read({
      includeDomains: ['a.example', 'b.example'],
      excludeDomains: ['c.example', 'd.example'],
    }).search
    expect(query).toBe('tea site:a.example OR site:b.example -site:c.example -site:d.example')
    const long = read({ query: 'x'.repeat(486), includeDomains: ['a.example', 'b.example'], excludeDomains: ['c'] })
    const second = read({ query: 'x'.repeat(486), includeDomains: ['too-long.example', 'b.org'] })
    expect(second.search.query).toBe(`${'x'.repeat(486)} site:b.org`)
    expect(long.search.query).toBe(`${'x'.repeat(486)} -site:c`)
    expect(long.warnings).toEqual([expect.stringContaining('not all domains count')])
  })

  test('has a period, a country and a language if they are valid', () => {
    expect(read({ tbs: 'qdr:w', country: 'DE', lang: 'de' }).search).toMatchObject({
      timeRange: 'week',
      country: 'DE',
      language: 'de',
    })
    const { search, warnings } = read({ tbs: 'x', country: 'Germany', location: 'Berlin', categories: ['github'] })
    expect(search).toEqual({ query: 'tea', limit: 10, sources: ['web'] })
    expect(warnings).toEqual([
      'categories was ignored: this server does not know it',
      'tbs was ignored: it is qdr:d, w, m or y, or cdr:1 with cd_min and cd_max',
      'location was ignored: country says it here',
    ])
    expect(read({ tbs: '', categories: [] }).warnings).toEqual([])
  })

  test('scrapes its results if formats are requested, each within the time limit of the search', () => {
    const { search, shape } = read({ timeout: 7000, scrapeOptions: { formats: ['html'] } })
    expect(search).toMatchObject({ scrapeResults: true, scrapeOptions: { formats: ['html'], timeout: 7000 } })
    expect(shape.fields).toEqual(['html'])
    expect(read({ scrapeOptions: { timeout: 5 } }).search.scrapeResults).toBeUndefined()
    expect(read({ timeout: 7000, scrapeOptions: { formats: ['html'], timeout: 200_000 } }).warnings).toEqual([
      'timeout is 120000 ms at most',
    ])
  })
})
