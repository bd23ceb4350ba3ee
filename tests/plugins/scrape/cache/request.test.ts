import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { checkSelectors } from '../../../../plugins/content/view/compile-selector.ts'
import { createDigest } from '../../../../plugins/scrape/cache/request.ts'
import { isPlain, showsPart } from '../../../../plugins/scrape/cache/sharing.ts'
import type { PageOptions } from '../../../../plugins/scrape/options/page-options.ts'
import { readOptions } from '../../../../plugins/scrape/options/read-options.ts'
import { Prices } from '../../../../plugins/scrape/price.ts'
import type { ScrapeBody } from '../../../../plugins/scrape/schema.ts'

const prices = Value.Default(Prices, {}) as Prices
const digest = createDigest(prices)
const url = new URL('https://example.com/page')
const engines = {
  nameOf: (name: string) => (name === 'chromium' ? 'browser_a' : name),
  supports: (name: string) => (/^(?:browser_a|chromium)$/.test(name) ? { javascript: true as const } : {}),
}
const read = (body: Partial<ScrapeBody>): PageOptions =>
  readOptions({ formats: ['markdown'], ...body } as ScrapeBody, { engines, converter: 'weir', checkSelectors })
const of = (body: Partial<ScrapeBody> = {}, at = url) => digest(at, read(body))

/** A value that differs from the given one. */
function another(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (Array.isArray(value)) return [...value, 'another']
  if (value instanceof Set) return new Set([...value, 'another'])
  return value === undefined || value === null ? 'another' : `${value} another`
}

describe('two requests that differ in', () => {
  // Fields that do not change the answer.
  const ignored = new Set([
    'minAge',
    'storeInCache',
    'zeroRetention',
    'tag',
    'priority',
    'fileParameters',
    'maxAge',
    'request.timeout',
    'request.maxBytes',
  ])
  const options = read({})
  const parts = [
    ...Object.entries(options)
      .filter(([name]) => !['request', 'content', 'asked'].includes(name))
      .map(([name, value]) => [name, { ...options, [name]: another(value) }] as const),
    ...(['request', 'content'] as const).flatMap((part) =>
      Object.entries(options[part]).map(
        ([name, value]) =>
          [`${part}.${name}`, { ...options, [part]: { ...options[part], [name]: anotherOf(name, value) } }] as const,
      ),
    ),
  ]
  function anotherOf(name: string, value: unknown) {
    return name === 'headers' ? new Headers({ 'x-a': '1' }) : another(value)
  }
  test.each(parts)('%s', (name, changed) => {
    const same = digest(url, changed as PageOptions) === digest(url, options)
    expect(same).toBe(ignored.has(name))
  })

  test('price, as the operator sets it', () => {
    expect(createDigest({ ...prices, basic: 2 })(url, options)).not.toBe(digest(url, options))
  })
})

describe('two requests are the same', () => {
  test('in any order of fields', () => {
    expect(of({ viewport: { width: 1, height: 2 }, location: { country: 'DE', languages: ['de'] } })).toBe(
      of({ location: { languages: ['de'], country: 'DE' }, viewport: { height: 2, width: 1 } }),
    )
    expect(of({ actions: [{ type: 'click', selector: 'a' }] })).toBe(
      of({ actions: [{ selector: 'a', type: 'click' }] }),
    )
    expect(of({ extract: { schema: { type: 'object', required: ['a'] } } })).toBe(
      of({ extract: { schema: { required: ['a'], type: 'object' } } }),
    )
  })
  test('in any order and case of headers', () => {
    expect(of({ headers: { A: '1', b: '2' } })).toBe(of({ headers: { B: '2', a: '1' } }))
  })
  test('with any fragment, as it is not sent', () => {
    expect(of({}, new URL('#part', url))).toBe(of())
  })
})

describe('two requests are not the same', () => {
  test('with another order of parameters, which may be another page', () => {
    const at = (search: string) => of({}, new URL(search, url))
    expect(at('?b&a')).not.toBe(at('?a&b'))
    expect(at('?a=1&b=2')).toBe(at('?a=1&b=2&utm_source=x'))
  })
  test('with another order of actions', () => {
    const [one, two] = [
      { type: 'click' as const, selector: 'a' },
      { type: 'click' as const, selector: 'b' },
    ]
    expect(of({ actions: [one, two] })).not.toBe(of({ actions: [two, one] }))
  })
  test.each([
    { javascript: true },
    { formats: ['screenshot'] },
    { engine: 'browser_a' },
    { actions: [{ type: 'scroll' }] },
  ] as Partial<ScrapeBody>[])('with another fragment in a browser: %j', (body) => {
    expect(of(body, new URL('#/one', url))).not.toBe(of(body, new URL('#/two', url)))
  })
})

test('an engine is the same by any of its names', () => {
  expect(of({ engine: 'chromium' })).toBe(of({ engine: 'browser_a' }))
  expect(of({ engine: 'browser_b' })).not.toBe(of({ engine: 'browser_a' }))
})

test('a request shows a part if it chooses elements of a page, or fewer pages of a PDF', () => {
  const shows = (body: Partial<ScrapeBody>) => showsPart(read(body))
  expect([shows({}), shows({ onlyMainContent: true, includeLinks: false })]).toEqual([false, false])
  expect([shows({ includeTags: ['p'] }), shows({ excludeTags: ['p'] }), shows({ pdfPages: 1 })]).toEqual([
    true,
    true,
    true,
  ])
})

test('a request is plain if it contains nothing about the caller', () => {
  const plain: Partial<ScrapeBody>[] = [
    {},
    { headers: {}, actions: [] },
    { javascript: true, mobile: true, userAgent: 'x', formats: ['screenshot'], viewport: { width: 1, height: 1 } },
    { stealth: true, waitFor: 1, waitForSelector: 'a' },
  ]
  expect(plain.map((body) => isPlain(read(body)))).toEqual(plain.map(() => true))
  const personal: Partial<ScrapeBody>[] = [
    { headers: { accept: '*/*' } },
    { authentication: { token: 'x' } },
    { actions: [{ type: 'wait', milliseconds: 1 }] },
    { executeJS: '1' },
    { useProxy: true },
    { skipTlsVerification: true },
    { location: { country: 'DE' } },
    { extract: { prompt: 'x' } },
    { formats: ['extract'] },
  ]
  expect(personal.map((body) => isPlain(read(body)))).toEqual(personal.map(() => false))
})
